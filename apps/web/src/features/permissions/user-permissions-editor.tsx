import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Skeleton } from '../../ui/loading/skeleton';
import { PermissionEditor } from './editor/permission-editor';
import { permissionQueries } from './permission.queries';

/** Fetches a person's permissions and shows the editor. */
export function UserPermissionsEditor({ userId }: { userId: string }) {
  const structure = useQuery(permissionQueries.structure);
  const person = useQuery(permissionQueries.user(userId));
  if (structure.data && person.data) return <PermissionEditor structure={structure.data} person={person.data} />;

  const error = person.error ?? structure.error;
  const refetch = () => Promise.all([structure.refetch(), person.refetch()]);
  return <NotLoaded query={{ error, refetch }} what="the permissions" missing="person" skeleton={<EditorSkeleton />} />;
}

function EditorSkeleton() {
  return (
    <Stack sx={{ gap: 4 }}>
      <Skeleton variant="rectangular" height={36} />
      {[180, 320, 420].map((height) => (
        <Skeleton key={height} silent variant="rectangular" height={height} />
      ))}
    </Stack>
  );
}

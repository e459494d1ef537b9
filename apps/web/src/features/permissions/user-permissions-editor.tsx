import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { EmptyDish } from '../../ui/drawings';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { Skeleton } from '../../ui/loading/skeleton';
import { isMissing } from '../../lib/api-error';
import { PermissionEditor } from './editor/permission-editor';
import { permissionQueries } from './permission.queries';

/** Fetches a person's permissions and shows the editor. */
export function UserPermissionsEditor({ userId }: { userId: string }) {
  const structure = useQuery(permissionQueries.structure);
  const person = useQuery(permissionQueries.user(userId));
  if (structure.data && person.data) return <PermissionEditor structure={structure.data} person={person.data} />;

  const error = person.error ?? structure.error;
  if (error && isMissing(error)) {
    return <EmptyState drawing={<EmptyDish />}>This person doesn't exist, or you don't have access to it.</EmptyState>;
  }
  if (error) {
    const retry = () => void Promise.all([structure.refetch(), person.refetch()]);
    return <ErrorState title="Couldn't load the permissions" error={error} onRetry={retry} />;
  }
  return (
    <Stack sx={{ gap: 4 }}>
      <Skeleton variant="rectangular" height={36} />
      {[180, 320, 420].map((height) => (
        <Skeleton key={height} silent variant="rectangular" height={height} />
      ))}
    </Stack>
  );
}

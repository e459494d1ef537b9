import Stack from '@mui/material/Stack';
import { NotLoaded } from '../feedback/not-loaded';
import { Skeleton } from '../loading/skeleton';
import { DrawerBody, SideDrawer } from './side-drawer';

type LoadingDrawerProps = {
  /** Of the form that is to come. */
  title: string;
  /** What is fetched: `laboratory`. */
  thing?: string;
  /** Without one, the code of the form is fetched. */
  query?: { error?: Error | null; refetch: () => unknown };
  onClose: () => void;
};

/** Where a form will be, until what it edits has been fetched or could not be. */
export function LoadingDrawer({ title, thing, query, onClose }: LoadingDrawerProps) {
  return (
    <SideDrawer title={title} transitionDuration={0} onClose={onClose}>
      {query ? <NotLoaded query={query} what={`the ${thing}`} skeleton={<FieldsSkeleton />} /> : <FieldsSkeleton />}
    </SideDrawer>
  );
}

function FieldsSkeleton() {
  return (
    <DrawerBody>
      {[1, 2, 3, 4, 5].map((row) => (
        <Stack key={row} sx={{ gap: 2 }}>
          <Skeleton silent={row > 1} width="25%" />
          <Skeleton silent variant="rectangular" />
        </Stack>
      ))}
    </DrawerBody>
  );
}

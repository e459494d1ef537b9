import Drawer from '@mui/material/Drawer';
import Stack from '@mui/material/Stack';
import { ErrorState } from '../feedback/error-state';
import { Skeleton } from '../loading/skeleton';

type LoadingDrawerProps = {
  /** Of the form that is to come. */
  title: string;
  /** What is fetched: `laboratory`. */
  thing?: string;
  /** Without one, the code of the form is fetched. */
  query?: { error: Error | null; refetch: () => unknown };
  onClose: () => void;
};

/** Where a form will be, until what it edits has been fetched or could not be. */
export function LoadingDrawer({ title, thing, query, onClose }: LoadingDrawerProps) {
  return (
    <Drawer
      anchor="right"
      open
      transitionDuration={0}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': title } }}
    >
      {query?.error ? (
        <ErrorState title={`Couldn't load the ${thing}`} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Stack sx={{ gap: 5, p: 6 }}>
          <Skeleton variant="text" width="40%" height={24} />
          {[1, 2, 3, 4, 5].map((row) => (
            <Stack key={row} sx={{ gap: 2 }}>
              <Skeleton silent width="25%" />
              <Skeleton silent variant="rectangular" />
            </Stack>
          ))}
        </Stack>
      )}
    </Drawer>
  );
}

import Drawer from '@mui/material/Drawer';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { laboratoryQueries } from '../laboratory.queries';
import { LaboratoryForm } from './laboratory-form';

type EditLaboratoryProps = { id: string; onClose: () => void };

/** The form on a laboratory's newest version, which is fetched first. */
export function EditLaboratory({ id, onClose }: EditLaboratoryProps) {
  const query = useQuery({ ...laboratoryQueries.detail(id), staleTime: 0 });
  // Later versions reach the open form as an offer; they must not take away what was typed.
  if (query.data && query.isFetchedAfterMount) return <LaboratoryForm laboratory={query.data} onClose={onClose} />;
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Edit laboratory' } }}
    >
      {query.error ? (
        <ErrorState
          title="The laboratory could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
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

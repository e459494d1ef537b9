import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Skeleton } from '../../../components/loading/skeleton';

/** The outline of an entry that is on its way: amount, facts and approval where they will stand. */
export function DrawerSkeleton() {
  return (
    <Stack sx={{ gap: 6, px: { xs: 4, sm: 6 }, py: 5 }}>
      <Stack sx={{ gap: 3 }}>
        <Skeleton variant="rectangular" width="55%" height={36} />
        <Skeleton silent width="70%" />
      </Stack>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))', gap: 4 }}>
        {[1, 2, 3, 4].map((fact) => (
          <Stack key={fact} sx={{ gap: 2 }}>
            <Skeleton silent width="35%" height={12} />
            <Skeleton silent width="75%" />
          </Stack>
        ))}
      </Box>
      <Skeleton silent variant="rectangular" height={140} />
      <Skeleton silent variant="rectangular" height={180} />
    </Stack>
  );
}

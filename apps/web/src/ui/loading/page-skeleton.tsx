import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Skeleton, StatCardSkeleton } from './skeleton';

/** The outline of a page whose code is still on its way. */
export function PageSkeleton() {
  return (
    <Stack sx={{ gap: 6 }}>
      <Skeleton variant="rectangular" width={240} height={28} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }}>
        <StatCardSkeleton count={4} />
      </Box>
      <Skeleton silent variant="rectangular" height={280} />
    </Stack>
  );
}

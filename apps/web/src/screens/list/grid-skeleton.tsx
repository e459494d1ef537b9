import Box from '@mui/material/Box';
import { useUser } from '../../data/use-session';
import { Skeleton } from '../../ui/loading/skeleton';

const FOOTER_HEIGHT = 50;
const ROWS_WHILE_LOADING = 8;

/** Pixels. Compact rows have one line of text. */
export function rowHeightOf(compact: boolean): number {
  return compact ? 28 : 44;
}

export function headerHeightOf(compact: boolean): number {
  return compact ? 32 : 40;
}

export function heightWhileLoading(compact: boolean): number {
  return headerHeightOf(compact) + FOOTER_HEIGHT + ROWS_WHILE_LOADING * rowHeightOf(compact);
}

/** In the place of a grid whose code is being fetched, as high as the grid is while its rows are. */
export function GridSkeleton() {
  const compact = useUser().display.density === 'compact';
  const rowHeight = rowHeightOf(compact);
  return (
    <Box sx={{ height: heightWhileLoading(compact), border: 1, borderColor: 'divider', borderRadius: '12px' }}>
      <Box sx={{ height: headerHeightOf(compact), borderBottom: 1, borderColor: 'divider' }} />
      {Array.from({ length: ROWS_WHILE_LOADING }, (_, row) => (
        <Box key={row} sx={{ height: rowHeight, display: 'flex', alignItems: 'center', px: 3 }}>
          <Skeleton silent width={`${40 + ((row * 17) % 30)}%`} />
        </Box>
      ))}
    </Box>
  );
}

import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Pagination as Page } from '@shifa/contract';
import { formatCount } from '../../../lib/format';

/** Which people are shown, and the way to the others. */
export function PageTurner({ pagination, onPage }: { pagination: Page; onPage: (page: number) => void }) {
  const { page, limit, total, pages } = pagination;
  const first = (page - 1) * limit + 1;
  return (
    <Stack direction="row" useFlexGap sx={{ mt: 3, gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography variant="body2" color="textSecondary" className="tabular">
        {formatCount(first)}–{formatCount(Math.min(page * limit, total))} of {formatCount(total)}{' '}
        {total === 1 ? 'person' : 'people'}
      </Typography>
      {pages > 1 && <Pagination count={pages} page={page} onChange={(_, next) => onPage(next)} sx={{ ml: 'auto' }} />}
    </Stack>
  );
}

import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import type { Pagination as Page } from '@shifa/contract';
import { formatCount, formatTotal } from '../../lib/format';

type PageTurnerProps = {
  pagination: Page;
  /** What is listed: one person, many people. */
  things: { one: string; many: string };
  onPage: (page: number) => void;
};

/** Which of a list are shown, and the way to the others. */
export function PageTurner({ pagination, things, onPage }: PageTurnerProps) {
  const { page, limit, total, pages } = pagination;
  const first = (page - 1) * limit + 1;
  return (
    <Stack direction="row" useFlexGap sx={{ mt: 3, gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography variant="body2" color="textSecondary" className="tabular">
        {formatCount(first)}–{formatCount(Math.min(page * limit, total))} of {formatTotal(pagination)}{' '}
        {plural(total, things.one, things.many)}
      </Typography>
      {pages > 1 && <Pagination count={pages} page={page} onChange={(_, next) => onPage(next)} sx={{ ml: 'auto' }} />}
    </Stack>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Checkbox from '@mui/material/Checkbox';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { GridValidRowModel } from '@mui/x-data-grid';
import { type MouseEvent, useDeferredValue, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { capitalized, formatTotal } from '../../lib/format';
import { ActionMenu } from '../../ui/action-menu';
import { StatCardSkeleton } from '../../ui/loading/skeleton';
import { leaveToRow } from '../../ui/grid/row-link';
import type { ServerGridProps } from './server-grid-props';

/** More than a phone shows at a time. */
const FIRST_CARDS = 8;

/** Pages of rows that the person has seen: on the way back to one, the browser scrolls to where it was at once. */
const seen = new WeakSet<object>();

/** The same list as cards, for a phone. */
export function CardList<Row extends GridValidRowModel & { _id: string }>(props: ServerGridProps<Row>) {
  return props.query.data ? (
    <Cards {...props} page={props.query.data} />
  ) : (
    <Stack sx={{ gap: 3 }}>
      <StatCardSkeleton count={4} />
    </Stack>
  );
}

function Cards<Row extends GridValidRowModel & { _id: string }>(
  props: ServerGridProps<Row> & { page: { data: readonly Row[] } },
) {
  const { page, things, query, card, onOpen, href, selection, nameOf, cardEntries } = props;
  // The first cards are painted before the others are rendered.
  const showsAll = useDeferredValue(true, seen.has(page));
  useEffect(() => void seen.add(page), [page]);
  return (
    <Box sx={{ position: 'relative' }}>
      {query.isFetching && (
        <LinearProgress aria-label="Loading" sx={{ position: 'absolute', insetInline: 0, top: -6, height: 2 }} />
      )}
      <Stack component="ul" aria-label={capitalized(things)} sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
        {(showsAll ? page.data : page.data.slice(0, FIRST_CARDS)).map((row) => (
          <Card key={row._id} component="li" sx={{ position: 'relative' }}>
            {onOpen && href ? (
              <CardActionArea
                component={Link}
                to={href(row)}
                onClick={(event: MouseEvent) => {
                  leaveToRow(event);
                  if (event.defaultPrevented) onOpen(row);
                }}
                sx={{ p: 4 }}
              >
                {card(row)}
              </CardActionArea>
            ) : onOpen ? (
              <CardActionArea onClick={() => onOpen(row)} sx={{ p: 4 }}>
                {card(row)}
              </CardActionArea>
            ) : (
              <Box sx={{ p: 4 }}>{card(row)}</Box>
            )}
            {cardEntries && (
              <Box sx={{ position: 'absolute', right: 4, bottom: 4 }}>
                <ActionMenu label={`Actions for ${nameOf?.(row) ?? 'row'}`} entries={cardEntries(row)} />
              </Box>
            )}
            {selection && (
              <Checkbox
                checked={selection.ids.has(row._id)}
                onChange={() => selection.onChange(toggled(selection.ids, row._id))}
                slotProps={{ input: { 'aria-label': `Select ${nameOf?.(row) ?? 'row'}` } }}
                sx={{ position: 'absolute', right: 4, bottom: 4 }}
              />
            )}
          </Card>
        ))}
      </Stack>
      <Pager {...props} />
    </Box>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Pager<Row extends GridValidRowModel>({ query, state, onChange }: ServerGridProps<Row>) {
  const pagination = query.data?.pagination ?? { total: 0, pages: 0 };
  const { total, pages } = pagination;
  if (pages <= 1) return null;
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between', mt: 4 }}
    >
      <Button
        variant="outlined"
        color="inherit"
        disabled={state.page <= 1}
        onClick={() => onChange({ page: state.page - 1 })}
      >
        Previous
      </Button>
      <Typography className="tabular" variant="body2" color="textSecondary">
        {(state.page - 1) * state.limit + 1}–{Math.min(state.page * state.limit, total)} of {formatTotal(pagination)}
      </Typography>
      <Button
        variant="outlined"
        color="inherit"
        disabled={state.page >= pages}
        onClick={() => onChange({ page: state.page + 1 })}
      >
        Next
      </Button>
    </Stack>
  );
}

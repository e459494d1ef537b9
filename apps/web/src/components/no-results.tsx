import Button from '@mui/material/Button';
import { EmptyDish } from './drawings';
import { EmptyState } from './empty-state';
import { wordsOfRange } from './day-range-filter';
import type { DayRange, Filter } from './filters';

type NoResultsProps = {
  /** What is listed: `laboratory`. */
  thing: string;
  search?: string;
  filters: readonly Filter[];
  ranges?: readonly DayRange[];
  onClear: () => void;
};

/** Nothing fits: says which search and filters hide everything, and offers to take them away. */
export function NoResults({ thing, search, filters, ranges = [], onClear }: NoResultsProps) {
  const narrowing = filters.flatMap(({ label, options, selected }) => {
    const chosen = options.filter(({ value }) => selected.includes(value)).map((option) => option.label);
    return chosen.length === 0 ? [] : [`${label} ${chosen.join(' or ')}`];
  });
  const days = ranges.flatMap((range) => wordsOfRange(range)?.replace(/^/, `${range.label} `) ?? []);
  const searching = search ? [`«${search}»`] : [];
  return (
    <EmptyState
      drawing={<EmptyDish />}
      action={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    >
      No {thing} fits {[...searching, ...narrowing, ...days].join(' and ')}.
    </EmptyState>
  );
}

import Button from '@mui/material/Button';
import { EmptyDish } from './drawings';
import { EmptyState } from './empty-state';
import type { Filter, TypedFilter } from './filters';

type NoResultsProps = {
  /** What is listed: `laboratory`. */
  thing: string;
  search?: string;
  filters: readonly Filter[];
  typed?: readonly TypedFilter[];
  onClear: () => void;
};

/** Nothing fits: says which search and filters hide everything, and offers to take them away. */
export function NoResults({ thing, search, filters, typed = [], onClear }: NoResultsProps) {
  const narrowing = filters.flatMap(({ label, options, selected }) => {
    const chosen = options.filter(({ value }) => selected.includes(value)).map((option) => option.label);
    return chosen.length === 0 ? [] : [`${label} ${chosen.join(' or ')}`];
  });
  const filled = typed.flatMap(({ label, words }) => (words === undefined ? [] : [`${label} ${words}`]));
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
      No {thing} fits {[...searching, ...narrowing, ...filled].join(' and ')}.
    </EmptyState>
  );
}

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
  const narrowing = filters.flatMap(({ label, options, selected, assumed = [] }) => {
    const shown = selected.length === 0 ? assumed : selected;
    const chosen = options.filter(({ value }) => shown.includes(value)).map((option) => option.label);
    return chosen.length === 0 ? [] : [`${label} ${chosen.join(' or ')}`];
  });
  const filled = typed.flatMap(({ label, summary }) => (summary === undefined ? [] : [`${label} ${summary}`]));
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

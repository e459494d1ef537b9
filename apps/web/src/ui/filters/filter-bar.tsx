import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useOnPhone } from '../use-on-phone';
import { FilterButton } from './filter-button';
import { FilterGroups, filterOptions, toggled } from './filter-groups';
import { FilterSheet } from './filter-sheet';
import type { Filter, Sort, TypedFilter } from './filters';
import { RemovableChip } from '../removable-chip';

type FilterBarProps = {
  search: ReactNode;
  filters: readonly Filter[];
  typed?: readonly TypedFilter[];
  /** For a phone, whose cards have no column heads to sort by. */
  sort?: Sort;
  /** Takes away every filter, and the search. */
  onClear: () => void;
  /** At the end of the line: views and columns. */
  tools?: ReactNode;
};

/** Search and filters over a list; what is set follows as chips that can be removed. */
export function FilterBar({ search, filters, typed = [], sort, onClear, tools }: FilterBarProps) {
  const onPhone = useOnPhone();
  return (
    <Stack direction="row" sx={barStyle}>
      {search}
      {onPhone ? (
        <FilterSheet filters={filters} typed={typed} sort={sort} />
      ) : (
        <FilterButtons filters={filters} typed={typed} />
      )}
      {onPhone && tools}
      <FilterChips filters={filters} typed={typed} onClear={onClear} />
      {!onPhone && tools}
    </Stack>
  );
}

const barStyle = {
  gap: 2,
  mb: { xs: 2, sm: 3 },
  flexWrap: 'wrap',
  alignItems: 'center',
  '& > .MuiOutlinedInput-root': { flex: { xs: '1 1 120px', sm: '1 1 140px' }, maxWidth: { sm: 320 } },
  // A full set of filters fits into one line of 990 pixels.
  '& > .MuiButton-root': { minHeight: { sm: 36 }, fontSize: '0.8125rem', px: 2.5 },
  // As high as the search beside them.
  '@media (pointer: coarse)': { '& .MuiButton-root:not(.MuiButton-sizeSmall)': { minHeight: 44 } },
  '& .MuiButton-endIcon': { ml: 1, mr: -1 },
};

type FiltersProps = { filters: readonly Filter[]; typed: readonly TypedFilter[] };

function FilterButtons({ filters, typed }: FiltersProps) {
  const rare = { filters: filters.filter(isRare), typed: typed.filter(isRare) };
  return (
    <>
      {filters.filter(isUsual).map((filter) => (
        <FilterButton key={filter.label} label={filter.label} opens="menu">
          {filterOptions(filter)}
        </FilterButton>
      ))}
      {typed.filter(isUsual).map(({ label, fields }) => (
        <FilterButton key={label} label={label} opens="dialog">
          {fields}
        </FilterButton>
      ))}
      {rare.filters.length + rare.typed.length > 0 && (
        <FilterButton label="More filters" text="More" opens="dialog">
          <Stack sx={{ gap: 4 }}>
            <FilterGroups {...rare} />
          </Stack>
        </FilterButton>
      )}
    </>
  );
}

function isRare({ rare = false }: { rare?: boolean }): boolean {
  return rare;
}

function isUsual({ rare = false }: { rare?: boolean }): boolean {
  return !rare;
}

/** What narrows a list, each to be taken away by itself, or all at once. */
function FilterChips({ filters, typed, onClear }: FiltersProps & { onClear: () => void }) {
  const choices = filters.flatMap((filter) =>
    filter.options
      .filter(({ value }) => filter.selected.includes(value))
      .map(({ value, label }) => ({
        label: `${filter.label}: ${label}`,
        remove: () => filter.onChange(toggled(filter.selected, value)),
      })),
  );
  const filled = typed.flatMap(({ label, summary, onClear: remove }) =>
    summary === undefined ? [] : [{ label: `${label}: ${summary}`, remove }],
  );
  const chips = [...choices, ...filled];
  if (chips.length === 0) return null;
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', flexBasis: { xs: '100%', sm: 'auto' } }}
    >
      {chips.map(({ label, remove }) => (
        <RemovableChip key={label} label={label} onRemove={remove} />
      ))}
      {chips.length > 1 && (
        <Button size="small" color="inherit" onClick={onClear}>
          Clear all
        </Button>
      )}
    </Stack>
  );
}

import Close from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { FilterButton } from './filter-button';
import { FilterGroups, filterOptions, toggled } from './filter-groups';
import { FilterSheet } from './filter-sheet';
import type { Filter, Sort, TypedFilter } from './filters';

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

/** Search and filters over a list; what is set stands below as chips that can be taken away. */
export function FilterBar({ search, filters, typed = [], sort, onClear, tools }: FilterBarProps) {
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Stack sx={{ gap: 2, mb: 4 }}>
      <Stack
        direction="row"
        sx={{
          gap: 2,
          flexWrap: 'wrap',
          '& > .MuiOutlinedInput-root': {
            flex: { xs: tools ? '1 0 100%' : 1, sm: '1 1 220px' },
            maxWidth: { sm: 320 },
          },
        }}
      >
        {search}
        {onPhone ? (
          <FilterSheet filters={filters} typed={typed} sort={sort} />
        ) : (
          <FilterButtons filters={filters} typed={typed} />
        )}
        {tools}
      </Stack>
      <FilterChips filters={filters} typed={typed} onClear={onClear} />
    </Stack>
  );
}

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
        <FilterButton label="More filters" opens="dialog">
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
    <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      {chips.map(({ label, remove }) => (
        <Chip
          key={label}
          variant="outlined"
          label={label}
          aria-label={`Remove ${label}`}
          deleteIcon={<Close />}
          onClick={remove}
          onDelete={remove}
          sx={{ height: 28, '& .MuiChip-deleteIcon': { fontSize: 16 } }}
        />
      ))}
      <Button size="small" color="inherit" onClick={onClear}>
        Clear all
      </Button>
    </Stack>
  );
}

import Close from '@mui/icons-material/CloseOutlined';
import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import Drawer from '@mui/material/Drawer';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { DayRangeFields, DayRangeMenu, wordsOfRange } from './day-range-filter';
import type { DayRange, Filter, Sort } from './filters';

type FilterBarProps = {
  search: ReactNode;
  filters: readonly Filter[];
  ranges?: readonly DayRange[];
  /** For a phone, whose cards have no column heads to sort by. */
  sort?: Sort;
  /** Takes away every filter, and the search. */
  onClear: () => void;
  /** At the end of the line: views and columns. */
  tools?: ReactNode;
};

/** Search and filters over a list; what is set stands below as chips that can be taken away. */
export function FilterBar({ search, filters, ranges = [], sort, onClear, tools }: FilterBarProps) {
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Stack sx={{ gap: 2, mb: 4 }}>
      <Stack
        direction="row"
        sx={{
          gap: 2,
          flexWrap: 'wrap',
          '& > .MuiOutlinedInput-root': { flex: { xs: tools ? '1 0 100%' : 1, sm: '0 1 320px' } },
        }}
      >
        {search}
        {onPhone ? (
          <FilterSheet filters={filters} ranges={ranges} sort={sort} />
        ) : (
          <>
            {filters.map((filter) => (
              <FilterMenu key={filter.label} {...filter} />
            ))}
            {ranges.map((range) => (
              <DayRangeMenu key={range.label} {...range} />
            ))}
          </>
        )}
        {tools}
      </Stack>
      <FilterChips filters={filters} ranges={ranges} onClear={onClear} />
    </Stack>
  );
}

function toggled(selected: readonly string[], value: string): string[] {
  return selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value];
}

function FilterOptions({ options, selected, onChange }: Filter) {
  return options.map(({ value, label }) => (
    <MenuItem
      key={value}
      role="menuitemcheckbox"
      aria-checked={selected.includes(value)}
      onClick={() => onChange(toggled(selected, value))}
    >
      <Checkbox edge="start" size="small" tabIndex={-1} checked={selected.includes(value)} sx={{ py: 0 }} />
      {label}
    </MenuItem>
  ));
}

function FilterMenu(filter: Filter) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {filter.label}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {FilterOptions(filter)}
      </Menu>
    </>
  );
}

type FilterSheetProps = Pick<FilterBarProps, 'filters' | 'sort'> & { ranges: readonly DayRange[] };

function FilterSheet({ filters, ranges, sort }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  const name = sort ? 'Filter & sort' : 'Filters';
  const days = ranges.filter(({ from, to }) => from !== undefined || to !== undefined).length;
  const set = filters.reduce((count, { selected }) => count + selected.length, days);
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<Tune />} onClick={() => setOpen(true)}>
        {name}
        {set > 0 && ` (${set})`}
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: sheetStyle } }}
      >
        <Stack sx={{ gap: 4, p: 4, pb: 0 }}>
          {sort && (
            <SheetGroup label="Sort">
              <SortSelect {...sort} />
            </SheetGroup>
          )}
          {filters.map((filter) => (
            <SheetGroup key={filter.label} label={filter.label}>
              <MenuList disablePadding>{FilterOptions(filter)}</MenuList>
            </SheetGroup>
          ))}
          {ranges.map((range) => (
            <SheetGroup key={range.label} label={range.label}>
              <DayRangeFields {...range} />
            </SheetGroup>
          ))}
          <Box sx={sheetFootStyle}>
            <Button variant="contained" size="large" fullWidth onClick={() => setOpen(false)}>
              Show results
            </Button>
          </Box>
        </Stack>
      </Drawer>
    </>
  );
}

const sheetStyle = { borderRadius: '16px 16px 0 0', maxHeight: '88dvh' };

/** Always at hand, however many filters there are above it. */
const sheetFootStyle = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  mx: -4,
  px: 4,
  pt: 3,
  pb: 'calc(16px + env(safe-area-inset-bottom))',
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
};

function SheetGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="subtitle2" color="textSecondary" sx={{ mb: 1 }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}

/** The browser's own list: on a phone it is the one that people know. */
function SortSelect({ options, selected, onChange }: Sort) {
  return (
    <Select
      native
      fullWidth
      inputProps={{ 'aria-label': 'Sort' }}
      value={selected}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** What narrows a list, each to be taken away by itself, or all at once. */
function FilterChips({ filters, ranges, onClear }: Omit<FilterSheetProps, 'sort'> & { onClear: () => void }) {
  const choices = filters.flatMap((filter) =>
    filter.options
      .filter(({ value }) => filter.selected.includes(value))
      .map(({ value, label }) => ({
        label: `${filter.label}: ${label}`,
        remove: () => filter.onChange(toggled(filter.selected, value)),
      })),
  );
  const days = ranges.flatMap((range) => {
    const words = wordsOfRange(range);
    return words === undefined
      ? []
      : [{ label: `${range.label}: ${words}`, remove: () => range.onChange({ from: undefined, to: undefined }) }];
  });
  const chips = [...choices, ...days];
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

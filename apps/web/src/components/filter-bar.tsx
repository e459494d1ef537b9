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

/** Something that a list can be narrowed by; nothing selected means everything. */
export type Filter = {
  label: string;
  options: readonly { value: string; label: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
};

/** What a list can be ordered by, each direction in words of its own. */
export type Sort = {
  options: readonly { value: string; label: string }[];
  selected: string;
  onChange: (selected: string) => void;
};

type FilterBarProps = {
  search: ReactNode;
  filters: readonly Filter[];
  /** For a phone, whose cards have no column heads to sort by. */
  sort?: Sort;
  /** Takes away every filter, and the search. */
  onClear: () => void;
};

/** Search and filters over a list; what is set stands below as chips that can be taken away. */
export function FilterBar({ search, filters, sort, onClear }: FilterBarProps) {
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Stack sx={{ gap: 2, mb: 4 }}>
      <Stack
        direction="row"
        sx={{ gap: 2, flexWrap: 'wrap', '& > .MuiOutlinedInput-root': { flex: { xs: 1, sm: '0 1 320px' } } }}
      >
        {search}
        {onPhone ? (
          <FilterSheet filters={filters} sort={sort} />
        ) : (
          filters.map((filter) => <FilterMenu key={filter.label} {...filter} />)
        )}
      </Stack>
      <FilterChips filters={filters} onClear={onClear} />
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

function FilterSheet({ filters, sort }: Pick<FilterBarProps, 'filters' | 'sort'>) {
  const [open, setOpen] = useState(false);
  const name = sort ? 'Filter & sort' : 'Filters';
  const set = filters.reduce((count, { selected }) => count + selected.length, 0);
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
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { borderRadius: '16px 16px 0 0' } } }}
      >
        <Stack sx={{ gap: 4, p: 4, pb: 'calc(16px + env(safe-area-inset-bottom))' }}>
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
          <Button variant="contained" size="large" onClick={() => setOpen(false)}>
            Show results
          </Button>
        </Stack>
      </Drawer>
    </>
  );
}

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
function FilterChips({ filters, onClear }: { filters: readonly Filter[]; onClear: () => void }) {
  const chips = filters.flatMap((filter) =>
    filter.options
      .filter(({ value }) => filter.selected.includes(value))
      .map(({ value, label }) => ({ filter, value, label: `${filter.label}: ${label}` })),
  );
  if (chips.length === 0) return null;
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      {chips.map(({ filter, value, label }) => (
        <Chip
          key={label}
          variant="outlined"
          label={label}
          aria-label={`Remove ${label}`}
          deleteIcon={<Close />}
          onClick={() => filter.onChange(toggled(filter.selected, value))}
          onDelete={() => filter.onChange(toggled(filter.selected, value))}
          sx={{ height: 28, '& .MuiChip-deleteIcon': { fontSize: 16 } }}
        />
      ))}
      <Button size="small" color="inherit" onClick={onClear}>
        Clear all
      </Button>
    </Stack>
  );
}

import Tune from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { FilterGroup, FilterGroups } from './filter-groups';
import type { Filter, Sort, TypedFilter } from './filters';
import { visuallyHidden } from '../visually-hidden';

type FilterSheetProps = { filters: readonly Filter[]; typed: readonly TypedFilter[]; sort?: Sort };

/** All filters and the order on a sheet from below, for a phone. */
export function FilterSheet({ filters, typed, sort }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  const name = sort ? 'Filter & sort' : 'Filters';
  const filled = typed.filter(({ summary }) => summary !== undefined).length;
  const set = filters.reduce((count, { selected }) => count + selected.length, filled);
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)} sx={{ minWidth: 44, gap: 1 }}>
        <Tune />
        <span style={visuallyHidden}>{name}</span>
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
            <FilterGroup label="Sort">
              <SortSelect {...sort} />
            </FilterGroup>
          )}
          <FilterGroups filters={filters} typed={typed} />
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

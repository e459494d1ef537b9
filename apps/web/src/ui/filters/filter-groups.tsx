import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CheckMark } from '../check-mark';
import type { Filter, TypedFilter } from './filters';

/** What can be chosen of a filter, for a menu. */
export function filterOptions({ options, selected, single, onChange }: Filter) {
  return options.map(({ value, label }) => (
    <MenuItem
      key={value}
      role={single ? 'menuitemradio' : 'menuitemcheckbox'}
      aria-checked={selected.includes(value)}
      onClick={() => onChange(toggled(selected, value))}
      sx={{ whiteSpace: 'normal' }}
    >
      <CheckMark checked={selected.includes(value)} single={single} />
      {label}
    </MenuItem>
  ));
}

/** One more or one less. */
export function toggled(selected: readonly string[], value: string): string[] {
  return selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value];
}

type FilterGroupsProps = { filters: readonly Filter[]; typed: readonly TypedFilter[] };

/** Several filters below each other, each under its name. */
export function FilterGroups({ filters, typed }: FilterGroupsProps) {
  return (
    <>
      {filters.map((filter) => (
        <FilterGroup key={filter.label} label={filter.label}>
          <MenuList disablePadding>{filterOptions(filter)}</MenuList>
        </FilterGroup>
      ))}
      {typed.map(({ label, fields }) => (
        <FilterGroup key={label} label={label}>
          {fields}
        </FilterGroup>
      ))}
    </>
  );
}

export function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="subtitle2" color="textSecondary" sx={{ mb: 1 }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}

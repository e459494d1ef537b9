import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { CheckMark } from '../check-mark';
import { type PersonalGrid, useGridPreferences } from './use-grid-preferences';

/** A column that a person may leave out. */
export type ColumnChoice = { field: string; headerName?: string };

type ColumnsMenuProps = { grid: PersonalGrid; columns: readonly ColumnChoice[] };

/** Which columns of a list are shown, for this person on every device. */
export function ColumnsMenu({ grid, columns }: ColumnsMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { preferences, known, hiddenByDefault, change } = useGridPreferences(grid);
  const { hiddenColumns } = preferences;
  const toggle = (field: string) =>
    change(({ hiddenColumns: now }) => ({
      hiddenColumns: now.includes(field) ? now.filter((other) => other !== field) : [...now, field],
    }));
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        title="Columns"
        aria-label="Columns"
        aria-haspopup="menu"
        disabled={!known}
        onClick={(event) => setAnchor(event.currentTarget)}
        // The icon alone where the filters need the room.
        sx={{ minWidth: 40, px: { xs: 2, xl: 3 } }}
      >
        <ViewColumn />
        <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' }, ml: 2 }}>
          Columns
        </Box>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.map(({ field, headerName = field }) => {
          const shown = !hiddenColumns.includes(field);
          return (
            <MenuItem key={field} role="menuitemcheckbox" aria-checked={shown} onClick={() => toggle(field)}>
              <CheckMark checked={shown} />
              {headerName}
            </MenuItem>
          );
        })}
        <Divider />
        <MenuItem onClick={() => change(() => ({ hiddenColumns: [...hiddenByDefault] }))}>Default columns</MenuItem>
      </Menu>
    </>
  );
}

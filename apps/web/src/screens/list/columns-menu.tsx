import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { CheckMark } from '../../ui/check-mark';
import { ToolButton } from '../../ui/grid/tool-button';
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
      <ToolButton
        icon={<ViewColumn />}
        label="Columns"
        disabled={!known}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
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

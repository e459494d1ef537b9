import Box from '@mui/material/Box';
import Popper from '@mui/material/Popper';
import { styled } from '@mui/material/styles';
import {
  type Permission,
  permissionLabel,
  type PermissionStructure,
  reasonFor,
  type UserPermissionsRow,
} from '@shifa/contract';
import { useState } from 'react';
import { PersonRow } from './person-row';
import { TableHead } from './table-head';
import { tableStyle } from './table-style';
import type { TableSelection } from './use-table-selection';

type PermissionTableProps = {
  rows: readonly UserPermissionsRow[];
  resources: PermissionStructure['resources'];
  selection: TableSelection;
  /** A cell was pressed. */
  onAsk: (row: UserPermissionsRow, permission: Permission) => void;
};

/** People and their permissions. The arrow keys move between cells; Enter explains one. */
export function PermissionTable({ rows, resources, selection, onAsk }: PermissionTableProps) {
  const columns = resources.flatMap(({ actions }) => actions.map(({ permission }) => permission));
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [hovered, setHovered] = useState<ActiveCell>();

  const find = (target: EventTarget) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-column]') : null;
    const row = rows[Number(cell?.dataset['row'])];
    const permission = columns[Number(cell?.dataset['column'])];
    return cell && row && permission ? { cell, row, permission } : undefined;
  };
  const ask = (target: EventTarget) => {
    const found = find(target);
    if (found) onAsk(found.row, found.permission);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTableElement>) => {
    if (!find(event.target)) return;
    if (event.key === 'Escape') setHovered(undefined);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      ask(event.target);
    }
    const next = afterKey(event, active, { rows: rows.length, columns: columns.length });
    if (!next) return;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelector<HTMLElement>(`td[data-row="${next.row}"][data-column="${next.column}"]`)?.focus();
  };

  return (
    <Box sx={tableStyle} onScroll={() => setHovered(undefined)}>
      <table
        role="grid"
        aria-label="People and their permissions"
        onKeyDown={onKeyDown}
        onClick={(event) => ask(event.target)}
        onMouseOver={(event) => setHovered(find(event.target))}
        onMouseLeave={() => setHovered(undefined)}
        onFocus={(event) => {
          const found = find(event.target);
          setHovered(found);
          if (found) setActive({ row: rows.indexOf(found.row), column: columns.indexOf(found.permission) });
        }}
        onBlur={() => setHovered(undefined)}
      >
        <TableHead rows={rows} resources={resources} selection={selection} />
        <tbody>
          {rows.map((row, index) => (
            <PersonRow
              key={row.user._id}
              row={row}
              index={index}
              resources={resources}
              activeColumn={active.row === index ? active.column : undefined}
              selected={selection.people.has(row.user._id)}
              selectedPermissions={selection.permissions}
              onToggle={selection.togglePeople}
            />
          ))}
        </tbody>
      </table>
      {hovered && <CellReason {...hovered} />}
    </Box>
  );
}

type Position = { row: number; column: number };

function afterKey(
  { key, ctrlKey }: React.KeyboardEvent,
  { row, column }: Position,
  size: { rows: number; columns: number },
): Position | undefined {
  const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowRight':
      return { row, column: within(column + 1, size.columns) };
    case 'ArrowLeft':
      return { row, column: within(column - 1, size.columns) };
    case 'ArrowDown':
      return { row: within(row + 1, size.rows), column };
    case 'ArrowUp':
      return { row: within(row - 1, size.rows), column };
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrlKey ? size.rows - 1 : row, column: size.columns - 1 };
    default:
      return undefined;
  }
}

/** The cell that the pointer or the keyboard is at. */
type ActiveCell = { cell: HTMLElement; row: UserPermissionsRow; permission: Permission };

/** Why the person has the permission or not. One for the whole table, which has a thousand cells. */
function CellReason({ cell, row, permission }: ActiveCell) {
  return (
    <Popper open anchorEl={cell} placement="top" sx={{ zIndex: 'tooltip', pointerEvents: 'none' }}>
      <ReasonText>
        <strong>{permissionLabel(permission)}</strong>
        {reasonFor(row.user.role, permission, row.permissions[permission])}
      </ReasonText>
    </Popper>
  );
}

const ReasonText = styled('div')(({ theme }) => ({
  maxWidth: 280,
  margin: 6,
  padding: '6px 10px',
  borderRadius: 6,
  fontSize: '0.75rem',
  color: theme.vars.palette.background.paper,
  backgroundColor: theme.vars.palette.text.primary,
  '& strong': { display: 'block', fontWeight: 500 },
}));

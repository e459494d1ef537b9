import Box from '@mui/material/Box';
import type { Permission, UserPermissionsRow } from '@shifa/contract';
import { useState } from 'react';
import { CellReason } from './cell-reason';
import { PersonRow } from './person-row';
import { TableHead } from './table-head';
import type { Rested, Resources } from './table-parts';
import { tableStyle } from './table-style';
import type { Selection } from './use-selection';

type PermissionTableProps = {
  rows: readonly UserPermissionsRow[];
  resources: Resources;
  selection: Selection;
  /** A cell was pressed: its question is to be answered at length. */
  onAsk: (row: UserPermissionsRow, permission: Permission) => void;
};

/** People by permissions. The arrow keys go from cell to cell, Enter asks why. */
export function PermissionTable({ rows, resources, selection, onAsk }: PermissionTableProps) {
  const columns = resources.flatMap(({ actions }) => actions.map(({ permission }) => permission));
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [rested, setRested] = useState<Rested>();

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
    if (event.key === 'Escape') setRested(undefined);
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
    <Box sx={tableStyle} onScroll={() => setRested(undefined)}>
      <table
        role="grid"
        aria-label="People and their permissions"
        onKeyDown={onKeyDown}
        onClick={(event) => ask(event.target)}
        onMouseOver={(event) => setRested(find(event.target))}
        onMouseLeave={() => setRested(undefined)}
        onFocus={(event) => {
          const found = find(event.target);
          setRested(found);
          if (found) setActive({ row: rows.indexOf(found.row), column: columns.indexOf(found.permission) });
        }}
        onBlur={() => setRested(undefined)}
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
              chosen={selection.permissions}
              onToggle={selection.togglePeople}
            />
          ))}
        </tbody>
      </table>
      {rested && <CellReason {...rested} />}
    </Box>
  );
}

type Place = { row: number; column: number };

function afterKey(
  { key, ctrlKey }: React.KeyboardEvent,
  { row, column }: Place,
  size: { rows: number; columns: number },
): Place | undefined {
  const within = (place: number, count: number) => Math.max(0, Math.min(count - 1, place));
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

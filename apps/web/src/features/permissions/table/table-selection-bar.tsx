import type { ReactNode } from 'react';
import { SelectionBar } from '../../../components/data-grid/selection-bar';
import type { Selection } from './use-selection';

type TableSelectionBarProps = { selection: Selection; children: ReactNode };

/** How many people and how many permissions are chosen, and what can be done with them. */
export function TableSelectionBar({ selection, children }: TableSelectionBarProps) {
  const { people, permissions, clear } = selection;
  return (
    <SelectionBar
      count={people.size + permissions.size}
      label={`${counted(people.size, 'person', 'people')}, ${counted(permissions.size, 'permission', 'permissions')}`}
      onClear={clear}
    >
      {children}
    </SelectionBar>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}

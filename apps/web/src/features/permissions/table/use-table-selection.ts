import type { Permission, UserPermissionsRow } from '@shifa/contract';
import { useState } from 'react';

/** The limit of one bulk change. */
const MAX_PEOPLE = 200;

function toggled<Value>(values: ReadonlySet<Value>, some: readonly Value[]): Set<Value> {
  const all = some.every((value) => values.has(value));
  const next = new Set(values);
  for (const value of some) {
    if (all) next.delete(value);
    else next.add(value);
  }
  return next;
}

/** The people, also of other pages, and the permissions that are selected for a bulk change. */
export function useTableSelection() {
  const [people, setPeople] = useState<ReadonlyMap<string, UserPermissionsRow>>(new Map());
  const [permissions, setPermissions] = useState<ReadonlySet<Permission>>(new Set());

  /** Selects these people, or, if all of them are selected, deselects them. */
  const togglePeople = (rows: readonly UserPermissionsRow[]) => {
    const all = rows.every(({ user }) => people.has(user._id));
    const next = new Map(people);
    for (const row of rows) {
      if (all) next.delete(row.user._id);
      else if (next.size < MAX_PEOPLE) next.set(row.user._id, row);
    }
    setPeople(next);
  };

  return {
    people,
    permissions,
    togglePeople,
    togglePermissions: (some: readonly Permission[]) => setPermissions(toggled(permissions, some)),
    clear: () => {
      setPeople(new Map());
      setPermissions(new Set());
    },
  };
}

export type TableSelection = ReturnType<typeof useTableSelection>;

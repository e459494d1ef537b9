import type { Permission, UserPermissionsRow } from '@shifa/contract';
import { useState } from 'react';

/** Most people that one bulk change takes. */
const MOST_PEOPLE = 200;

function toggled<Value>(values: ReadonlySet<Value>, some: readonly Value[]): Set<Value> {
  const all = some.every((value) => values.has(value));
  const next = new Set(values);
  for (const value of some) {
    if (all) next.delete(value);
    else next.add(value);
  }
  return next;
}

/** The people, also of other pages, and the permissions that were chosen for a change of many. */
export function useSelection() {
  const [people, setPeople] = useState<ReadonlyMap<string, UserPermissionsRow>>(new Map());
  const [permissions, setPermissions] = useState<ReadonlySet<Permission>>(new Set());

  /** Chooses these people, or, where all of them are, takes the choice back. */
  const togglePeople = (rows: readonly UserPermissionsRow[]) => {
    const all = rows.every(({ user }) => people.has(user._id));
    const next = new Map(people);
    for (const row of rows) {
      if (all) next.delete(row.user._id);
      else if (next.size < MOST_PEOPLE) next.set(row.user._id, row);
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

export type Selection = ReturnType<typeof useSelection>;

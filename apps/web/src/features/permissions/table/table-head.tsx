import Checkbox from '@mui/material/Checkbox';
import type { UserPermissionsRow } from '@shifa/contract';
import type { Resources } from './table-parts';
import type { Selection } from './use-selection';

type TableHeadProps = { rows: readonly UserPermissionsRow[]; resources: Resources; selection: Selection };

/** The permissions, by resource; each, each resource, and everybody of the page can be chosen here. */
export function TableHead({ rows, resources, selection }: TableHeadProps) {
  const manageable = rows.filter(({ actions }) => actions.edit?.allowed);
  const count = manageable.filter(({ user }) => selection.people.has(user._id)).length;
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className="person">
          <span>
            <Checkbox
              size="small"
              disabled={manageable.length === 0}
              checked={count > 0 && count === manageable.length}
              indeterminate={count > 0 && count < manageable.length}
              onChange={() => selection.togglePeople(manageable)}
              slotProps={{ input: { 'aria-label': 'Choose everybody of this page' } }}
            />
            Person
          </span>
        </th>
        {resources.map(({ resource, label, actions }) => {
          const all = actions.map(({ permission }) => permission);
          const chosen = all.filter((permission) => selection.permissions.has(permission)).length;
          return (
            <th key={resource} scope="colgroup" colSpan={actions.length} className="section">
              <label>
                <Checkbox
                  size="small"
                  checked={chosen === all.length}
                  indeterminate={chosen > 0 && chosen < all.length}
                  onChange={() => selection.togglePermissions(all)}
                  slotProps={{ input: { 'aria-label': `Choose all of ${label}` } }}
                />
                {label}
              </label>
            </th>
          );
        })}
      </tr>
      <tr>
        {resources.map(({ label: section, actions }) =>
          actions.map(({ permission, label }, place) => (
            <th key={permission} scope="col" className="action" data-first={place === 0 || undefined}>
              <label>
                <span>{label}</span>
                <Checkbox
                  size="small"
                  checked={selection.permissions.has(permission)}
                  onChange={() => selection.togglePermissions([permission])}
                  slotProps={{ input: { 'aria-label': `Choose ${section}: ${label}` } }}
                />
              </label>
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

import Checkbox from '@mui/material/Checkbox';
import type { PermissionStructure, UserPermissionsRow } from '@shifa/contract';
import type { TableSelection } from './use-table-selection';

type TableHeadProps = {
  rows: readonly UserPermissionsRow[];
  resources: PermissionStructure['resources'];
  selection: TableSelection;
};

/** The permissions by resource. Single permissions, resources, and everyone on the page can be selected here. */
export function TableHead({ rows, resources, selection }: TableHeadProps) {
  const editable = rows.filter(({ actions }) => actions.edit?.allowed);
  const count = editable.filter(({ user }) => selection.people.has(user._id)).length;
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className="person">
          <span>
            <Checkbox
              size="small"
              disabled={editable.length === 0}
              checked={count > 0 && count === editable.length}
              indeterminate={count > 0 && count < editable.length}
              onChange={() => selection.togglePeople(editable)}
              slotProps={{ input: { 'aria-label': 'Select everyone on this page' } }}
            />
            Person
          </span>
        </th>
        {resources.map(({ resource, label, actions }) => {
          const all = actions.map(({ permission }) => permission);
          const selected = all.filter((permission) => selection.permissions.has(permission)).length;
          return (
            <th key={resource} scope="colgroup" colSpan={actions.length} className="section">
              <label>
                <Checkbox
                  size="small"
                  checked={selected === all.length}
                  indeterminate={selected > 0 && selected < all.length}
                  onChange={() => selection.togglePermissions(all)}
                  slotProps={{ input: { 'aria-label': `Select all of ${label}` } }}
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
                  slotProps={{ input: { 'aria-label': `Select ${section}: ${label}` } }}
                />
              </label>
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

import Checkbox from '@mui/material/Checkbox';
import { type Permission, type PermissionStructure, roleLabels, type UserPermissionsRow } from '@shifa/contract';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { paths } from '../../../config/paths';
import { formatOutcome } from '../permission-outcome';
import { cellTexts } from '../permissions.messages';

type PersonRowProps = {
  row: UserPermissionsRow;
  index: number;
  resources: PermissionStructure['resources'];
  /** The column with the focus, if it is in this row. */
  activeColumn: number | undefined;
  selected: boolean;
  /** The permissions that are selected. */
  selectedPermissions: ReadonlySet<Permission>;
  onToggle: (rows: readonly UserPermissionsRow[]) => void;
};

/** One person. A page of the table has a thousand cells, so each is as light as possible. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { row, index, resources, activeColumn, selected, selectedPermissions, onToggle } = props;
  const { user } = row;
  const disabledReason = disabledReasonOf(row.actions.edit);
  let column = -1;
  return (
    <tr aria-selected={selected} data-selected={selected || undefined}>
      <th scope="row" className="person">
        <span>
          <Checkbox
            size="small"
            checked={selected}
            disabled={disabledReason !== undefined}
            onChange={() => onToggle([row])}
            slotProps={{ input: { 'aria-label': `Select ${user.name}` } }}
            title={disabledReason}
          />
          <span className="name">
            <Link to={paths.personPermissions(user._id)} title={user.name}>
              {user.name}
            </Link>
            <small title={disabledReason}>
              {roleLabels[user.role]}
              {user.status === 'suspended' && ' · suspended'}
              {disabledReason !== undefined && ' · read-only'}
            </small>
          </span>
        </span>
      </th>
      {resources.map(({ label: section, actions }) =>
        actions.map(({ permission, label }, place) => {
          column += 1;
          const resolved = row.permissions[permission];
          const overridden = resolved.source === 'override';
          return (
            <td
              key={permission}
              // Implied by the grid, but some screen readers need it.
              role="gridcell"
              tabIndex={activeColumn === column ? 0 : -1}
              data-row={index}
              data-column={column}
              data-first={place === 0 || undefined}
              data-allowed={resolved.allowed || undefined}
              data-override={overridden ? (resolved.allowed ? 'allow' : 'deny') : undefined}
              data-deputy={resolved.source === 'deputy' || undefined}
              data-chosen={selectedPermissions.has(permission) || undefined}
              aria-label={cellTexts[resolved.source](`${user.name}, ${section}: ${label}: ${formatOutcome(resolved)}`)}
            >
              <svg viewBox="0 0 16 16" aria-hidden>
                <path d={resolved.allowed ? 'M3.5 8.5l3 3 6-7' : 'M5 8h6'} />
              </svg>
            </td>
          );
        }),
      )}
    </tr>
  );
});

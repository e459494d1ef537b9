import Checkbox from '@mui/material/Checkbox';
import { type Permission, roleLabels, type UserPermissionsRow } from '@shifa/contract';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { outcomeWords } from '../permission-outcome';
import type { Resources } from './table-parts';

type PersonRowProps = {
  row: UserPermissionsRow;
  index: number;
  resources: Resources;
  /** The column that the keyboard would reach, where it is in this row. */
  activeColumn: number | undefined;
  selected: boolean;
  /** The permissions that are chosen. */
  chosen: ReadonlySet<Permission>;
  onToggle: (rows: readonly UserPermissionsRow[]) => void;
};

/** One person. A thousand cells stand in a page of the table, so each is as light as it can be. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { row, index, resources, activeColumn, selected, chosen, onToggle } = props;
  const { user, actions } = row;
  const manageable = actions.edit?.allowed ?? false;
  let column = -1;
  return (
    <tr aria-selected={selected} data-selected={selected || undefined}>
      <th scope="row" className="person">
        <span>
          <Checkbox
            size="small"
            checked={selected}
            disabled={!manageable}
            onChange={() => onToggle([row])}
            slotProps={{ input: { 'aria-label': `Choose ${user.name}` } }}
            title={manageable ? undefined : actions.edit?.reason}
          />
          <span className="name">
            <Link to={paths.personPermissions(user._id)} title={user.name}>
              {user.name}
            </Link>
            <small title={manageable ? undefined : actions.edit?.reason}>
              {roleLabels[user.role]}
              {user.status === 'suspended' && ' · suspended'}
              {!manageable && ' · not yours to change'}
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
              // What a cell of a grid is by itself, and some readers do not know.
              role="gridcell"
              tabIndex={activeColumn === column ? 0 : -1}
              data-row={index}
              data-column={column}
              data-first={place === 0 || undefined}
              data-allowed={resolved.allowed || undefined}
              data-override={overridden ? (resolved.allowed ? 'allow' : 'deny') : undefined}
              data-chosen={chosen.has(permission) || undefined}
              aria-label={`${user.name}, ${section}: ${label}: ${outcomeWords(resolved)}${overridden ? ', override' : ''}`}
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

import Tooltip from '@mui/material/Tooltip';
import type { TotalPaise } from '@shifa/contract';
import { formatDate, formatInstant, formatMoney } from '../../lib/format';
import type { ListColumn, PlainRow } from './define-list';

/** An amount of money. */
export function moneyColumn<Field extends string>(field: Field, headerName: string) {
  return {
    field,
    headerName,
    type: 'number',
    width: 128,
    valueFormatter: (_, row) => formatMoney(row[field]),
  } satisfies ListColumn<PlainRow & Record<Field, TotalPaise>>;
}

/** The day on which something was entered, with the exact time on hover and focus. */
export function createdColumn<Row extends PlainRow & { createdAt: string }>(headerName: string): ListColumn<Row> {
  return {
    field: 'createdAt',
    headerName,
    width: 112,
    hideable: false,
    renderCell: ({ row: { createdAt }, tabIndex }) => (
      <Tooltip title={formatInstant(createdAt)}>
        <time dateTime={createdAt} tabIndex={tabIndex}>
          {formatDate(createdAt)}
        </time>
      </Tooltip>
    ),
  };
}

type InLaboratory = PlainRow & { laboratoryId: { code: string; name: string } | null };

/** The code of the laboratory, as a column has no room for the name, which is shown on hover and focus. */
export function laboratoryColumn<Row extends InLaboratory>(): ListColumn<Row> {
  return {
    field: 'laboratory',
    headerName: 'Lab',
    width: 72,
    networkOnly: true,
    renderCell: ({ row: { laboratoryId }, tabIndex }) =>
      laboratoryId === null ? (
        'Network'
      ) : (
        <Tooltip title={laboratoryId.name}>
          <span tabIndex={tabIndex}>{laboratoryId.code}</span>
        </Tooltip>
      ),
  };
}

import MuiLink from '@mui/material/Link';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { LaboratoryComparison } from '@shifa/contract';
import { useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { AmountTable } from '../../ui/amount-table';
import { type ComparisonColumn, DashboardExtensions } from '../../screens/detail/dashboard-extensions';
import { paths } from '../../config/paths';

const TITLE = 'Laboratories compared';

type Order = { column: ComparisonColumn; direction: 'asc' | 'desc' };

/** A row per laboratory, in the order of its name or of a column; each number leads to the list that it counts. */
export function LaboratoryComparisonTable({ rows }: { rows: readonly LaboratoryComparison[] }) {
  const columns = useContext(DashboardExtensions)
    .flatMap((extension) => extension.columns ?? [])
    .filter(({ value }) => rows.some((row) => value(row) !== undefined));
  const [order, setOrder] = useState<Order>();
  return (
    <AmountTable title={TITLE}>
      <table>
        <caption>{TITLE}</caption>
        <thead>
          <tr>
            <th scope="col">Laboratory</th>
            {columns.map((column) => {
              const isOrder = order?.column.heading === column.heading;
              return (
                <th
                  key={column.heading}
                  scope="col"
                  aria-sort={isOrder ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  <TableSortLabel
                    hideSortIcon
                    active={isOrder}
                    direction={isOrder ? order.direction : 'desc'}
                    onClick={() => setOrder(nextOrder(column, isOrder ? order.direction : undefined))}
                  >
                    {column.heading}
                  </TableSortLabel>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, order).map((row) => (
            <tr key={row.laboratory._id}>
              <th scope="row">
                <MuiLink component={Link} to={paths.laboratory(row.laboratory._id)} underline="hover">
                  {row.laboratory.name}
                </MuiLink>
                {row.laboratory.status === 'suspended' && ' (suspended)'}
              </th>
              {columns.map(({ heading, value, format, to }) => {
                const cell = value(row);
                const text = cell === undefined ? '–' : format(cell);
                return (
                  <td key={heading}>
                    {cell !== undefined && to ? (
                      <MuiLink component={Link} to={to(row)} color="inherit" underline="hover">
                        {text}
                      </MuiLink>
                    ) : (
                      text
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </AmountTable>
  );
}

/** The largest first, then the smallest first, then by name again. */
function nextOrder(column: ComparisonColumn, direction: Order['direction'] | undefined): Order | undefined {
  if (direction === undefined) return { column, direction: 'desc' };
  return direction === 'desc' ? { column, direction: 'asc' } : undefined;
}

function sorted(rows: readonly LaboratoryComparison[], order: Order | undefined): readonly LaboratoryComparison[] {
  if (!order) return rows;
  const { column, direction } = order;
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [first, second] = [column.value(a), column.value(b)];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return (first - second) * sign;
  });
}

import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatQuantity, type ReorderSuggestion, ReorderTotalsQuery } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../../screens/back-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { PageHeader } from '../../../ui/page-header';
import { PrintedTable } from '../../../ui/printed-table';
import { paths } from '../../../config/paths';
import { formatDate, formatMoney } from '../../../lib/format';
import { useUrlState } from '../../../data/use-url-state';
import { withQuery } from '../../../lib/with-query';
import { formatItems } from '../item-display';
import { useAllSuggestions } from './use-all-suggestions';

/** What to order, one table for each supplier, for printing. */
export function OrderListPage() {
  const [filter] = useUrlState(ReorderTotalsQuery);
  const { data: suggestions, error, refetch } = useQuery(useAllSuggestions(filter));
  const isEmpty = suggestions?.length === 0;
  return (
    <>
      <PageHeader
        title="Order list"
        subtitle={suggestions && `${formatItems(suggestions.length)}, ${formatDate(new Date().toISOString())}`}
        back={<BackLink to={withQuery(paths.reorder, filter)}>Reorder</BackLink>}
        action={
          <Button
            className="not-printed"
            variant="contained"
            startIcon={<Print />}
            disabled={!suggestions || isEmpty}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
      />
      {!suggestions && <NotLoaded query={{ error, refetch }} what="the order list" skeleton={<PageSkeleton />} />}
      {isEmpty && <EmptyState>Nothing to order.</EmptyState>}
      {bySupplier(suggestions ?? []).map(([supplier, rows]) => (
        <SupplierOrder key={supplier} supplier={supplier} rows={rows} />
      ))}
    </>
  );
}

const NO_SUPPLIER = 'No supplier entered';

/** Suppliers in alphabetical order whatever their case, items without one last. */
function bySupplier(suggestions: readonly ReorderSuggestion[]): [string, ReorderSuggestion[]][] {
  const groups = new Map<string | undefined, ReorderSuggestion[]>();
  for (const suggestion of suggestions) {
    const key = suggestion.supplier?.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), suggestion]);
  }
  return [...groups]
    .toSorted(([a], [b]) => (a === undefined ? 1 : b === undefined ? -1 : a.localeCompare(b)))
    .map(([, rows]) => [rows[0]?.supplier ?? NO_SUPPLIER, rows.toSorted((a, b) => a.name.localeCompare(b.name))]);
}

function SupplierOrder({ supplier, rows }: { supplier: string; rows: readonly ReorderSuggestion[] }) {
  const total = rows.reduce((sum, { costPaise }) => sum + BigInt(costPaise), 0n);
  return (
    <Box component="section" aria-label={supplier} sx={{ mb: 8 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 2, overflowWrap: 'anywhere', breakAfter: 'avoid' }}>
        {supplier}
      </Typography>
      <Box sx={{ overflowX: 'auto' }}>
        <PrintedTable className="tabular">
          <thead>
            <tr>
              <th>Item</th>
              <th className="code">Code</th>
              <th>Lab</th>
              <th className="figure">Quantity</th>
              <th className="figure">Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ _id, name, itemCode, laboratoryId, suggestedQuantity, unit, costPaise }) => (
              <tr key={_id}>
                <th scope="row" data-code={itemCode}>
                  {name}
                </th>
                <td className="code">{itemCode}</td>
                <td>{laboratoryId.code}</td>
                <td className="figure">{formatQuantity(suggestedQuantity, unit)}</td>
                <td className="figure">{formatMoney(costPaise)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total of {formatItems(rows.length)}</th>
              <td className="code" />
              <td className="figure" colSpan={3}>
                {formatMoney(total)}
              </td>
            </tr>
          </tfoot>
        </PrintedTable>
      </Box>
    </Box>
  );
}

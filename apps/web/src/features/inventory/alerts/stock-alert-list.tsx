import Alarm from '@mui/icons-material/AlarmOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import HourglassBottom from '@mui/icons-material/HourglassBottomOutlined';
import LocalShipping from '@mui/icons-material/LocalShippingOutlined';
import NotificationsActive from '@mui/icons-material/NotificationsActiveOutlined';
import PriorityHigh from '@mui/icons-material/PriorityHighOutlined';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlineOutlined';
import TrendingDown from '@mui/icons-material/TrendingDownOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Typography from '@mui/material/Typography';
import {
  type StockAlert,
  stockAlertKindLabels,
  StockAlertListQuery,
  stockAlertStateLabels,
  stockAlertStates,
} from '@shifa/contract';
import { z } from 'zod';
import { Dash } from '../../../ui/dash';
import { TwoLines } from '../../../ui/grid/two-lines';
import type { ListColumn, RowListDefinition } from '../../../screens/list/define-list';
import { choice, flags, laboratoryChoice } from '../../../screens/list/list-filters';
import { RelativeTime } from '../../../ui/relative-time';
import { StatusChip } from '../../../ui/status-chip';
import { paths } from '../../../config/paths';
import { formatDate, formatDay } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { StockCard } from '../item-display';
import { laboratoryColumn } from '../../../screens/list/columns';
import { itemFilter } from '../items/item-filter';
import { stockAlertResource } from './stock-alert.resource';

const kindLooks = {
  low: { tone: 'warning', icon: <TrendingDown /> },
  out: { tone: 'error', icon: <RemoveCircle /> },
  expiring: { tone: 'warning', icon: <HourglassBottom /> },
  expired: { tone: 'error', icon: <EventBusy /> },
} as const;

function KindChip({ alert: { kind, isUrgent } }: { alert: StockAlert }) {
  const label = stockAlertKindLabels[kind];
  if (isUrgent) return <StatusChip tone="error" icon={<PriorityHigh />} label={`${label}, urgent`} />;
  return <StatusChip {...kindLooks[kind]} label={label} />;
}

const stateLooks = {
  open: { tone: 'warning', icon: <NotificationsActive /> },
  acknowledged: { tone: 'info', icon: <Visibility /> },
  ordered: { tone: 'info', icon: <LocalShipping /> },
  snoozed: { tone: 'neutral', icon: <Alarm /> },
  resolved: { tone: 'success', icon: <CheckCircle /> },
} as const;

/** Where the alert stands; an open one that went to the administrators says so. */
function StateChip({ alert: { state, escalatedAt } }: { alert: StockAlert }) {
  const label = stockAlertStateLabels[state];
  if (state === 'open' && escalatedAt !== null) {
    return <StatusChip tone="error" icon={<PriorityHigh />} label={`${label}, escalated`} />;
  }
  return <StatusChip {...stateLooks[state]} label={label} />;
}

/** The server has one order. */
const StockAlertListState = StockAlertListQuery.extend({
  sort: z.literal('urgency').default('urgency'),
});
type StockAlertListState = z.output<typeof StockAlertListState>;

type AlertColumn = ListColumn<StockAlert>;

const kindColumn: AlertColumn = {
  field: 'kind',
  headerName: 'Alert',
  width: 160,
  hideable: false,
  renderCell: ({ row }) => <KindChip alert={row} />,
};

const itemColumn: AlertColumn = {
  field: 'item',
  headerName: 'Item',
  display: 'flex',
  flex: 2,
  minWidth: 168,
  hideable: false,
  renderCell: ({ row: { item } }) => <TwoLines strong first={item.name} second={item.itemCode} />,
};

const columns: readonly AlertColumn[] = [
  {
    field: 'state',
    headerName: 'State',
    width: 160,
    renderCell: ({ row }) => <StateChip alert={row} />,
  },
  {
    field: 'raisedAt',
    headerName: 'Since',
    width: 116,
    renderCell: ({ row }) => <RelativeTime instant={row.raisedAt} timeZone={row.laboratoryId.timezone} />,
  },
  {
    field: 'until',
    headerName: 'Until',
    width: 112,
    renderCell: ({ row: { until } }) => (until === null ? <Dash label="No date" /> : formatDay(until)),
  },
  {
    field: 'actedBy',
    headerName: 'Handled by',
    flex: 1,
    minWidth: 104,
    from: 'lg',
    renderCell: ({ row: { actedBy } }) => actedBy?.name ?? <Dash label="Not assigned" />,
  },
  {
    field: 'escalatedAt',
    headerName: 'Escalated',
    width: 116,
    hiddenByDefault: true,
    renderCell: ({ row: { escalatedAt } }) =>
      escalatedAt === null ? (
        <Dash label="Not escalated" />
      ) : (
        <time dateTime={escalatedAt}>{formatDate(escalatedAt)}</time>
      ),
  },
  {
    field: 'resolvedAt',
    headerName: 'Resolved',
    width: 116,
    hiddenByDefault: true,
    renderCell: ({ row: { resolvedAt } }) =>
      resolvedAt === null ? <Dash label="Not resolved" /> : <time dateTime={resolvedAt}>{formatDate(resolvedAt)}</time>,
  },
];

/** The alerts of one item, or of all items. */
export function stockAlertListOf(itemId?: string): RowListDefinition<StockAlert, StockAlertListState> {
  const ofAll = itemId === undefined;
  return {
    resource: {
      ...stockAlertResource,
      name: ofAll ? 'stock-alerts' : 'item-alerts',
      page: (query) => stockAlertResource.page(ofAll ? query : { ...query, itemId }),
    },
    schema: StockAlertListState,
    permission: 'inventory.view',
    empty: ofAll
      ? 'No alerts. All items are above their minimum, and nothing expires soon.'
      : 'No alerts for this item. Low stock and expiring batches appear here.',
    filters: [
      choice('state', 'State', stockAlertStateLabels, {
        default: stockAlertStates.filter((state) => state !== 'resolved'),
      }),
      choice('kind', 'Alert', stockAlertKindLabels),
      flags('Only', { urgent: 'Urgent', escalated: 'Escalated' }),
      ...(ofAll ? [itemFilter, laboratoryChoice<{ laboratoryId?: string[] | undefined }>()] : []),
    ],
    sorts: { urgency: 'Escalated first, then newest' },
    columns: ofAll ? [itemColumn, kindColumn, ...columns, laboratoryColumn()] : [kindColumn, ...columns],
    card: (row) => <AlertCard alert={row} withItem={ofAll} />,
    href: ofAll ? ({ item }) => withQuery(paths.inventoryItem(item._id), { tab: 'alerts' }) : undefined,
  };
}

function AlertCard({ alert, withItem }: { alert: StockAlert; withItem: boolean }) {
  const { item, laboratoryId, raisedAt, until, actedBy } = alert;
  return (
    <StockCard title={withItem ? item.name : <KindChip alert={alert} />} chip={<StateChip alert={alert} />}>
      {withItem && (
        <>
          <Typography variant="body2" color="textSecondary">
            {item.itemCode} · {laboratoryId.code}
          </Typography>
          <div>
            <KindChip alert={alert} />
          </div>
        </>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        Raised <RelativeTime instant={raisedAt} timeZone={laboratoryId.timezone} />
        {until !== null && ` · until ${formatDay(until)}`}
        {actedBy !== null && ` · ${actedBy.name}`}
      </Typography>
    </StockCard>
  );
}

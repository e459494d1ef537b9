import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type Rescue, USE_DAYS, plural } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Facts } from '../../../ui/facts';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { PageHeader } from '../../../ui/page-header';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { Why } from '../../../ui/why';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatDayCount, formatMoney } from '../../../lib/format';
import { queryOf, send } from '../../../data/queries';
import { InventoryTabs } from '../inventory-tabs';
import { transferResource } from './transfer.resource';
import { useWrite } from '../../../data/use-write';

/** Stock that would expire unused in one laboratory and is short in another. */
export function RescuePage() {
  const query = useQuery(queryOf(api.stockTransfers.rescues));
  return (
    <>
      <PageHeader
        title="Inventory Management"
        documentTitle="Rescue stock"
        subtitle="Stock that would expire unused in one laboratory but is short in another."
      />
      <InventoryTabs />
      {query.data ? (
        <Matches matches={query.data} />
      ) : (
        <NotLoaded query={query} what="the suggestions" skeleton={<PageSkeleton />} />
      )}
    </>
  );
}

function Matches({ matches }: { matches: readonly Rescue[] }) {
  if (matches.length === 0) {
    return (
      <EmptyState>Nothing to rescue. No laboratory is short of stock that is about to expire elsewhere.</EmptyState>
    );
  }
  const saved = matches.reduce((sum, { valuePaise }) => sum + BigInt(valuePaise), 0n);
  return (
    <Stack sx={{ gap: 3 }}>
      <Typography className="tabular">
        {plural(matches.length, '1 transfer saves', `${matches.length} transfers save`)}{' '}
        <strong>{formatMoney(saved)}</strong>
      </Typography>
      {matches.map((match) => (
        <MatchCard key={`${match.from.batchId} ${match.to.itemId}`} match={match} />
      ))}
    </Stack>
  );
}

function MatchCard({ match }: { match: Rescue }) {
  const { name, manufacturer, unit, from, to, quantity, valuePaise } = match;
  const line = { itemId: from.itemId, batchId: from.batchId, quantity };
  const body = { toLaboratoryId: to.laboratory._id, lines: [line], notes: 'Sent before it expires unused' };
  const request = useWrite({
    send: (_, { key }) => send(api.stockTransfers.send, { body }, { key }),
    success: (sent) => `${sent.number} is on its way to ${sent.to.name}`,
    // The suggestion goes with the stock: without its card, no one could send it again and be told.
    failure: 'The transfer may already be on its way. Check the transfers.',
    toastsFailure: true,
    stale: transferResource.staleKeys(),
  });
  return (
    <Card component="article" aria-label={`${name}, batch ${from.batchNumber}`} sx={{ p: 5 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, justifyContent: 'space-between', mb: 4 }}>
        <div>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography color="textSecondary" className="tabular">
            {formatQuantity(quantity, unit)} of batch {from.batchNumber} from {from.laboratory.name} to{' '}
            {to.laboratory.name}
            {manufacturer !== null && ` · ${manufacturer}`}
          </Typography>
        </div>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexShrink: 0 }}>
          <PermissionButton
            permission="inventory.transfer"
            variant="contained"
            loading={request.isPending}
            onClick={() => request.mutate()}
          >
            Create transfer
          </PermissionButton>
          <Button color="inherit" component={Link} to={paths.inventoryItem(from.itemId)}>
            Open item
          </Button>
        </Stack>
      </Stack>
      <Facts
        facts={[
          {
            label: 'Value saved',
            value: (
              <>
                {formatMoney(valuePaise)} <WhyRescue match={match} />
              </>
            ),
          },
          {
            label: 'Last day of use',
            value: `${formatDay(from.lastUsableDay)}, ${formatDayCount(from.daysLeft)} left`,
          },
          { label: `Left over in ${from.laboratory.code}`, value: formatQuantity(from.surplus, unit) },
          { label: `Short in ${to.laboratory.code}`, value: formatQuantity(to.shortage, unit) },
        ]}
      />
    </Card>
  );
}

/** The rule of a suggestion with the numbers that it was applied to. */
function WhyRescue({ match: { unit, from, to, quantity } }: { match: Rescue }) {
  const q = (count: number) => formatQuantity(count, unit);
  return (
    <Why title={`Why ${q(quantity)}?`}>
      <Typography sx={{ mb: 3 }}>
        The smallest of {from.laboratory.name}’s surplus, {to.laboratory.name}’s shortage, and what it can use before
        the batch expires. Average use covers the last {USE_DAYS} days.
      </Typography>
      <Facts
        facts={[
          {
            label: `Surplus at ${from.laboratory.name}`,
            value: `${q(from.surplus)}. In the batch: ${q(from.quantity)}. Until it expires: ${formatDayCount(from.daysLeft)}. Used in ${USE_DAYS} days: ${q(from.usedIn90Days)}. Batches that expire earlier are used first.`,
            wide: true,
          },
          {
            label: `Shortage at ${to.laboratory.name}`,
            value: `${q(to.shortage)} = minimum ${q(to.minQuantity)} + use during ${formatDayCount(to.leadTimeDays)} of delivery (${q(to.usedIn90Days)} in ${USE_DAYS} days) − ${q(to.usableQuantity)} usable − ${q(to.inTransitQuantity)} in transit − ${q(to.orderedQuantity)} ordered.`,
            wide: true,
          },
          {
            label: `${to.laboratory.name}: usable in time`,
            value: `${q(to.usableInTime)} by ${formatDay(from.lastUsableDay)}`,
            wide: true,
          },
        ]}
      />
    </Why>
  );
}

import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AuditEntry, gstStates, plural, type Supplier, type SupplierLink } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { pageQuery } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { formatDate, formatDay, formatDayCount } from '../../../lib/format';
import { BackLink } from '../../../screens/back-link';
import { DetailPage, type DetailTab, type TabPage } from '../../../screens/detail/detail-page';
import { HistoryCard } from '../../../screens/form/history-card';
import { Facts, orNotEntered } from '../../../ui/facts';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SectionCard } from '../../../ui/section-card';
import { Spread } from '../../../ui/spread';
import { SupplierItems } from './supplier-items';
import { SupplierOrders } from './supplier-orders';
import { SupplierReview } from './supplier-review';
import { SupplierStatusChip } from './supplier-display';
import { supplierActions } from './supplier.actions';
import { useSupplierHistoryFields } from './supplier.fields';
import { supplierResource } from './supplier.resource';
import { useUndoLink } from './use-undo-link';
import { Changed } from '../../../screens/detail/changed';
import { EmailLink } from '../../../ui/email-link';

const tabs: readonly DetailTab<Supplier>[] = [
  { value: 'details', label: 'Details', content: (supplier) => <Details supplier={supplier} /> },
  { value: 'orders', label: 'Orders', content: (supplier) => <SupplierOrders supplier={supplier} /> },
  { value: 'review', label: 'Review', content: (supplier) => <SupplierReview supplier={supplier} /> },
  { value: 'items', label: 'Items', content: (supplier) => <SupplierItems supplier={supplier} /> },
  { value: 'links', label: 'Linked names', content: (supplier) => <Links supplier={supplier} /> },
  { value: 'history', label: 'History', content: (supplier, page) => <History supplier={supplier} {...page} /> },
];

/** What only those see who can see orders. */
const tabsOfOrders = ['orders', 'review'];

/** One supplier: its data, the orders with it, how it delivered them, its items, the names on items that were linked to it, and its history. */
export function SupplierPage() {
  const seesOrders = usePermission('purchaseOrders.view').allowed;
  const seesItems = usePermission('inventory.view').allowed;
  return (
    <DetailPage
      resource={supplierResource}
      actions={supplierActions}
      primaryAction="edit"
      back={<BackLink to={paths.suppliers}>Suppliers</BackLink>}
      facts={({ status, code, gstin }) => (
        <>
          <SupplierStatusChip status={status} />
          <span>{code}</span>
          {gstin !== null && <span>GSTIN {gstin}</span>}
        </>
      )}
      notice={({ status, statusReason }) =>
        status !== 'approved' && (
          <Banner tone={status === 'blocked' ? 'error' : 'warning'}>
            {status === 'blocked' ? 'Blocked' : 'On hold'}: {statusReason}
          </Banner>
        )
      }
      tabs={tabs.filter(
        ({ value }) => (seesOrders || !tabsOfOrders.includes(value)) && (seesItems || value !== 'items'),
      )}
    />
  );
}

function Details({ supplier }: { supplier: Supplier }) {
  const { stateCode, usedByAll, uses, usedByOthers, contacts } = supplier;
  return (
    <Stack sx={{ gap: 4 }}>
      <SectionCard title="Terms">
        <Facts
          facts={[
            { label: 'Lead time', value: formatDayCount(supplier.leadTimeDays) },
            { label: 'Payment', value: formatDayCount(supplier.paymentDays) },
            { label: 'Next review', value: supplier.nextReviewOn && formatDay(supplier.nextReviewOn) },
            { label: 'PAN', value: supplier.pan },
            { label: 'State', value: stateCode && (gstStates[stateCode] ?? stateCode) },
            { label: 'Address', value: supplier.address, wide: true },
            { label: 'Notes', value: supplier.notes, wide: true },
          ].map(orNotEntered)}
        />
      </SectionCard>
      <SectionCard title="Laboratories">
        {usedByAll && <Typography>All laboratories use this supplier.</Typography>}
        {uses.map(({ laboratory, leadTimeDays }) => (
          <Typography key={laboratory._id}>
            {laboratory.name}
            {leadTimeDays !== null && ` · Own lead time ${formatDayCount(leadTimeDays)}`}
          </Typography>
        ))}
        {!usedByAll && usedByOthers && <Typography color="textSecondary">Other laboratories use it too.</Typography>}
      </SectionCard>
      <SectionCard title="Contacts">
        {contacts.length === 0 && (
          <Typography color="textSecondary">None. Edit the supplier to add the people you order from.</Typography>
        )}
        {contacts.map(({ name, role, phone, email }, index) => (
          <Stack key={`${index} ${name}`} sx={{ mb: 3, alignItems: 'flex-start', '& > a': forFingers }}>
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {[name, role].filter(Boolean).join(', ')}
            </Typography>
            {phone !== null && <Link href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</Link>}
            {email !== null && <EmailLink email={email} />}
          </Stack>
        ))}
      </SectionCard>
      <Changed of={supplier} />
    </Stack>
  );
}

/** Two links below one another are a finger apart. */
const forFingers = { '@media (pointer: coarse)': { display: 'flex', alignItems: 'center', minHeight: 44 } };

function Links({ supplier: { _id } }: { supplier: Supplier }) {
  const query = useQuery(pageQuery(api.suppliers.links, { params: { id: _id }, query: { limit: 100 } }));
  if (!query.data) return <NotLoaded query={query} what="the linked names" skeleton={160} />;
  if (query.data.data.length === 0) {
    return <EmptyState>No names on items were linked to this supplier yet.</EmptyState>;
  }
  return (
    <Stack sx={{ gap: 4 }}>
      {query.data.data.map((link) => (
        <LinkCard key={link._id} link={link} />
      ))}
    </Stack>
  );
}

function LinkCard({ link }: { link: SupplierLink }) {
  const undo = useUndoLink();
  const { texts, items, kept, status, linkedBy, createdAt, laboratory } = link;
  return (
    <SectionCard
      title={`${plural(items, '1 item', `${items} items`)}, ${laboratory.name}`}
      action={
        link.actions.undo?.allowed && (
          <Button variant="outlined" loading={undo.isPending} onClick={() => undo.mutate(link)}>
            Undo link
          </Button>
        )
      }
    >
      <Spread>
        <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{texts.join(' · ')}</Typography>
      </Spread>
      <Typography variant="body2" color="textSecondary">
        {linkedBy.name} · {formatDate(createdAt)}
        {status === 'undone' && <> · Undone</>}
        {status === 'undone' && kept > 0 && ` · ${plural(kept, '1 item kept', `${kept} items kept`)}`}
      </Typography>
    </SectionCard>
  );
}

function History({ supplier: { _id }, ...page }: TabPage & { supplier: Supplier }) {
  const fields = useSupplierHistoryFields();
  return (
    <HistoryCard
      thing="supplier"
      id={_id}
      route={api.suppliers.history}
      fields={fields}
      describeAction={describeAction}
      {...page}
    />
  );
}

const actionWords: Record<string, string> = {
  created: 'created the supplier',
  'status-approved': 'approved the supplier',
  'status-on-hold': 'put the supplier on hold',
  'status-blocked': 'blocked the supplier',
};

function describeAction({ action }: Pick<AuditEntry, 'action'>): string {
  return actionWords[action.slice(action.indexOf('.') + 1)] ?? 'changed the supplier';
}

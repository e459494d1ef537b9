import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type TracedProduct } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { z } from 'zod';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorState } from '../../../ui/feedback/error-state';
import { Facts } from '../../../ui/facts';
import { ReasonDialog } from '../../../screens/actions/reason-dialog';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { PageHeader } from '../../../ui/page-header';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { SearchInput } from '../../../ui/search-input';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatInstant } from '../../../lib/format';
import { keyOfAll, queryOf, send } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { usePermission } from '../../../data/use-session';
import { InventoryTabs } from '../inventory-tabs';
import { olderTransfersText, recalledText } from '../inventory.messages';
import { ActiveRecalls } from './active-recalls';
import { ScanBar } from '../scanning/scan-bar';
import { useScan } from '../scanning/use-scan';
import { useWrite } from '../../../data/use-write';

const RecallState = z.object({ batch: z.string().max(40).optional() });

/** Finds a batch in all laboratories of the viewer's scope, and recalls it. */
export function RecallPage() {
  const [{ batch = '' }, change] = useUrlState(RecallState);
  const find = (batchNumber: string) => change({ batch: batchNumber === '' ? undefined : batchNumber });
  const scan = useScan({
    onScan: ({ scan: { code, batch: known } }) => {
      const number = code?.batchNumber ?? known?.batchNumber ?? (code?.kind === 'text' ? code.text : null);
      if (number === null) return 'This code has no batch number. Scan the other code on the box.';
      find(number.slice(0, 40));
      return undefined;
    },
  });
  return (
    <>
      <PageHeader
        title="Inventory Management"
        documentTitle="Recall a batch"
        subtitle="Who holds a batch, who used it, and where it was sent."
      />
      <InventoryTabs />
      <Box sx={{ maxWidth: 420, mb: 5 }}>
        <Stack sx={{ gap: 3 }}>
          <SearchInput label="Batch number, as on the label" value={batch} onChange={find} />
          <ScanBar onCode={scan.read} fault={scan.fault} />
        </Stack>
      </Box>
      {batch.trim() === '' ? <ActiveRecalls onFind={find} /> : <Trace batchNumber={batch.trim()} />}
    </>
  );
}

function Trace({ batchNumber }: { batchNumber: string }) {
  const query = useQuery(queryOf(api.batchRecalls.trace, { query: { batchNumber } }));
  if (query.error) {
    return (
      <ErrorState title="The batch couldn't be looked up" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) return <PageSkeleton />;
  if (query.data.products.length === 0) {
    return <EmptyState>No laboratory has had a batch with the number {batchNumber}.</EmptyState>;
  }
  return (
    <Stack sx={{ gap: 4 }}>
      {query.data.products.map((product) => (
        <ProductCard key={product.productKey} product={product} batchNumber={batchNumber} />
      ))}
      {query.data.olderTransfers > 0 && (
        <Typography variant="body2" color="textSecondary">
          {olderTransfersText(query.data.olderTransfers)}
        </Typography>
      )}
    </Stack>
  );
}

function ProductCard({ product, batchNumber }: { product: TracedProduct; batchNumber: string }) {
  const { name, manufacturer, unit, recall, laboratories, transfers } = product;
  const [asking, setAsking] = useState(false);
  // A recall in one laboratory can be extended to all.
  const { scope } = usePermission('inventory.remove');
  const isRecallable = recall === null || (recall.laboratoryId !== null && scope === 'all');
  const q = (quantity: number) => formatQuantity(quantity, unit);
  return (
    <SectionCard
      title={manufacturer === null ? name : `${name}, ${manufacturer}`}
      action={
        isRecallable && (
          <PermissionButton
            permission="inventory.remove"
            variant="contained"
            color="error"
            onClick={() => setAsking(true)}
          >
            Recall
          </PermissionButton>
        )
      }
    >
      <Stack sx={{ gap: 5 }}>
        {recall !== null && (
          <Banner tone="error">
            {recalledText({
              everywhere: recall.laboratoryId === null,
              by: recall.by,
              on: formatInstant(recall.createdAt),
              reason: recall.reason,
            })}
          </Banner>
        )}
        {laboratories.map((held) => (
          <Box key={held.itemId} component="section" aria-label={held.laboratory.name}>
            <Typography variant="h4" component="h3" sx={{ mb: 2 }}>
              <Link component={RouterLink} to={paths.inventoryItem(held.itemId)}>
                {held.laboratory.name}
              </Link>
            </Typography>
            <Facts
              facts={[
                { label: 'There now', value: q(held.quantity) },
                { label: 'Usable', value: q(held.usableQuantity) },
                { label: 'Used', value: q(held.usedQuantity) },
                { label: 'Received', value: q(held.receivedQuantity) },
                { label: 'Sent on', value: q(held.sentQuantity) },
                { label: 'Wasted or returned', value: q(held.wastedQuantity + held.returnedQuantity) },
              ]}
            />
          </Box>
        ))}
        {transfers.length > 0 && (
          <Box component="section" aria-label="Transfers">
            <Typography variant="h4" component="h3" sx={{ mb: 2 }}>
              Transfers
            </Typography>
            {transfers.map(({ _id, number, from, to, quantity, inTransitQuantity }) => (
              <Typography key={_id}>
                <Link component={RouterLink} to={paths.transfer(_id)}>
                  {number}
                </Link>{' '}
                {from.name} → {to.name}: {q(quantity)}
                {inTransitQuantity > 0 && ` · ${q(inTransitQuantity)} in transit`}
              </Typography>
            ))}
          </Box>
        )}
      </Stack>
      {asking && <RecallDialog product={product} batchNumber={batchNumber} onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}

type RecallDialogProps = { product: TracedProduct; batchNumber: string; onClose: () => void };

function RecallDialog({ product: { productKey, name }, batchNumber, onClose }: RecallDialogProps) {
  const { scope } = usePermission('inventory.remove');
  const request = useWrite({
    send: (reason: string, given) =>
      send(api.batchRecalls.recall, { body: { batchNumber, productKeys: [productKey], reason } }, given),
    success: `Batch ${batchNumber} was recalled`,
    stale: [keyOfAll('batchRecalls'), keyOfAll('inventory'), keyOfAll('stockTransfers')],
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`Recall batch ${batchNumber}`}
      verb="Recall"
      destructive
      help={scope === 'all' ? 'Shown with the batch at every laboratory.' : 'Shown with the batch.'}
      pending={request.isPending}
      onStop={request.stop}
      error={request.fault}
      onSend={(reason) => request.mutate(reason)}
      onCancel={onClose}
    >
      {scope === 'all' ? (
        <>
          <strong>{name}</strong> with this batch number can no longer be used anywhere.
        </>
      ) : (
        <>
          <strong>{name}</strong> with this batch number can no longer be used here.
        </>
      )}{' '}
      You can write it off or return it. Stock in transit or delivered later arrives blocked too.
    </ReasonDialog>
  );
}

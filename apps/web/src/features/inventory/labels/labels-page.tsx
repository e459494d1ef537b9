import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type Batch, type InventoryItem } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { BackLink } from '../../../screens/back-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Field } from '../../../ui/fields/field';
import { NumberInput } from '../../../ui/fields/form-number';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { PageHeader } from '../../../ui/page-header';
import { QrCode } from '../../../ui/qr/qr-code';
import { paths } from '../../../config/paths';
import { formatDay } from '../../../lib/format';
import { inventoryResource } from '../inventory.resource';

const MAX_COPIES = 100;
/** More would take the browser too long to draw and print. */
const MAX_LABELS = 1_000;

/** Printable labels for the batches of an item: those with stock, or the one in the address. */
export function LabelsPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const { data: item, error, refetch } = useQuery(inventoryResource.detail(id));
  const [copies, setCopies] = useState<number | null>(1);
  const chosen = params.get('batch');
  const batches = item?.batches.filter(({ _id, quantity }) => (chosen === null ? quantity > 0 : _id === chosen)) ?? [];
  const most = Math.max(1, Math.min(MAX_COPIES, Math.floor(MAX_LABELS / Math.max(1, batches.length))));
  const valid = copies !== null && Number.isInteger(copies) && copies >= 1 && copies <= most;
  const printable = valid && batches.length > 0;
  return (
    <>
      <Box className="not-printed">
        <PageHeader
          title="Batch labels"
          documentTitle={item ? `Labels · ${item.name}` : undefined}
          subtitle={item?.name}
          back={<BackLink to={paths.inventoryItem(id)}>Item</BackLink>}
          action={
            <Button variant="contained" startIcon={<Print />} disabled={!printable} onClick={() => window.print()}>
              Print
            </Button>
          }
        />
        {batches.length > 0 && (
          <Box sx={{ maxWidth: 240, mb: 6 }}>
            <Field label="Copies of each label" error={valid ? undefined : `Enter a whole number from 1 to ${most}`}>
              {(a11y) => <NumberInput {...a11y} value={copies} onChange={setCopies} />}
            </Field>
          </Box>
        )}
      </Box>
      {!item && <NotLoaded query={{ error, refetch }} what="the item" missing="item" skeleton={<PageSkeleton />} />}
      {item && batches.length === 0 && (
        <EmptyState>
          {chosen === null ? 'No batch has stock, so there is nothing to label.' : "This batch isn't one of this item."}
        </EmptyState>
      )}
      {item && printable && (
        <Sheet>
          {batches.flatMap((batch) =>
            Array.from({ length: copies }, (_, copy) => (
              <Label key={`${batch._id} ${copy}`} item={item} batch={batch} />
            )),
          )}
        </Sheet>
      )}
    </>
  );
}

function Label({ item, batch: { _id, batchNumber, expiryDate } }: { item: InventoryItem; batch: Batch }) {
  const link = `${window.location.origin}${paths.inventoryBatch(_id)}`;
  return (
    <li>
      <QrCode text={link} label={`Code of batch ${batchNumber}`} />
      <div>
        <Name>{item.name}</Name>
        <div>{item.itemCode}</div>
        <div>
          Batch <strong>{batchNumber}</strong>
        </div>
        {expiryDate !== null && (
          <div>
            Expires <strong style={{ whiteSpace: 'nowrap' }}>{formatDay(expiryDate)}</strong>
          </div>
        )}
        <Typography component="div" sx={{ fontSize: '7pt', color: '#333' }}>
          {item.laboratoryId.code}
          {item.storageCondition !== null && ` · ${item.storageCondition}`}
        </Typography>
      </div>
    </li>
  );
}

const Name = styled('div')({
  fontSize: '9.5pt',
  fontWeight: 600,
  lineHeight: 1.2,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
});

/** Labels of 62 × 34 mm, three in a row on A4; black on white in any theme. */
const Sheet = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2mm',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5mm',
    width: '62mm',
    height: '34mm',
    padding: '1mm',
    boxSizing: 'border-box',
    overflow: 'hidden',
    border: '1px solid #bbb',
    borderRadius: 4,
    backgroundColor: '#fff',
    color: '#000',
    fontSize: '8pt',
    lineHeight: 1.35,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    breakInside: 'avoid',
  },
  '& svg': { flexShrink: 0, width: '30mm', height: '30mm' },
  '@page': { margin: '8mm' },
});

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { PurchaseOrderLine } from '@shifa/contract';
import { Fragment, useState } from 'react';
import { useRowKeys } from '../../../lib/use-row-keys';
import { otherExpiryReasons } from '../../../screens/batches/other-expiry.messages';
import { PackedQuantity } from '../../../screens/packs/packed-quantity';
import { Banner } from '../../../ui/feedback/banner';
import { Field } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';
import { NumberInput } from '../../../ui/fields/form-number';
import { SuggestedText } from '../../../ui/fields/suggested-text';
import { nothingOutstandingText, otherExpiryText, outstandingText } from '../purchasing.messages';
import {
  type BatchEntry,
  changedQuantity,
  type LineEntry,
  otherExpiryOf,
  withAnotherBatch,
  withProblem,
} from './received-lines';

type ReceivedLineProps = {
  line: PurchaseOrderLine;
  /** With what is tolerated beyond what was ordered. */
  acceptable: number;
  entry: LineEntry;
  faultOf: (field: string) => string | undefined;
  onChange: (entry: LineEntry) => void;
};

const reasons = ['Not in the parcel', 'Broken in transit', 'Leaking', 'Cold chain interrupted', 'Wrong item sent'];
const problems = { short: 'Short', damaged: 'Damaged', refused: 'Refused' } as const;
const problemFields = ['short', 'damaged', 'refused'] as const;

/** What arrived of one line, by batch, and what was wrong. */
export function ReceivedLine({ line, acceptable, entry, faultOf, onChange }: ReceivedLineProps) {
  const { item, packs, outstanding } = line;
  const offered = problemFields.filter((field) => outstanding > 0 || field !== 'short');
  const hasProblem = problemFields.some((field) => (entry[field] ?? 0) > 0);
  const [asked, setAsked] = useState(acceptable === 0);
  const canReport = !asked && !hasProblem;
  const hasPacks = packs.length > 0;
  const two = 'repeat(2, minmax(0, 1fr))';
  const columns = { xs: two, sm: hasPacks ? two : '1fr 1fr 1fr' };
  const { keys } = useRowKeys(entry.batches.length);
  const change = (index: number, changed: Partial<BatchEntry>) =>
    onChange({
      ...entry,
      batches: entry.batches.map((batch, place) => (place === index ? { ...batch, ...changed } : batch)),
    });
  const fault = faultOf('batches') ?? faultOf('lineId');
  const faultOfBatch = (index: number, field: string) => faultOf(`batches.${index}.${field}`);
  return (
    <Stack component="section" aria-label={item.name} sx={{ gap: 3, borderTop: 1, borderColor: 'divider', pt: 4 }}>
      <div>
        <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {item.name}
        </Typography>
        <Typography variant="body2" color={fault === undefined ? 'textSecondary' : 'error'}>
          {fault ??
            (outstanding > 0
              ? outstandingText(outstanding, acceptable, item.unit)
              : nothingOutstandingText(acceptable, item.unit))}
        </Typography>
      </div>
      {entry.batches.map((batch, index) => (
        <Fragment key={keys[index]}>
          <Box sx={{ display: 'grid', gridTemplateColumns: columns, gap: hasPacks ? 4 : 3, alignItems: 'start' }}>
            <Box sx={hasPacks ? { gridColumn: '1 / -1' } : undefined}>
              <PackedQuantity
                label="Accepted"
                unit={item.unit}
                packs={packs}
                value={batch}
                error={faultOfBatch(index, 'quantity') ?? faultOfBatch(index, 'entered.quantity')}
                onChange={(value) => change(index, changedQuantity(batch, value))}
              />
            </Box>
            <TextInput
              label="Batch number"
              error={faultOfBatch(index, 'batchNumber')}
              value={batch.batchNumber}
              inputProps={{ maxLength: 40 }}
              onChange={(batchNumber) => change(index, { batchNumber })}
            />
            <TextInput
              label="Expires"
              error={faultOfBatch(index, 'expiryDate')}
              type="date"
              value={batch.expiryDate}
              onChange={(expiryDate) => change(index, { expiryDate })}
            />
          </Box>
          <OtherExpiry
            batch={batch}
            error={faultOfBatch(index, 'reason')}
            onChange={(otherExpiry) => change(index, { otherExpiry })}
          />
        </Fragment>
      ))}
      {(acceptable > 0 || canReport) && (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {acceptable > 0 && (
            <Button size="small" onClick={() => onChange(withAnotherBatch(entry))}>
              Add a batch
            </Button>
          )}
          {canReport && (
            <Button size="small" color="inherit" onClick={() => setAsked(true)}>
              Report a problem
            </Button>
          )}
        </Stack>
      )}
      {(asked || hasProblem) && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', gap: 3 }}>
          {offered.map((field) => (
            <Field key={field} label={problems[field]} error={faultOf(field)}>
              {(a11y) => (
                <NumberInput
                  {...a11y}
                  value={entry[field]}
                  onChange={(quantity) => onChange(withProblem(line, entry, { [field]: quantity }))}
                />
              )}
            </Field>
          ))}
        </Box>
      )}
      {hasProblem && (
        <SuggestedText
          label="Reason"
          error={faultOf('reason')}
          value={entry.reason}
          onChange={(reason) => onChange({ ...entry, reason })}
          onCommit={(reason) => onChange({ ...entry, reason })}
          useSuggestions={() => reasons}
        />
      )}
    </Stack>
  );
}

type OtherExpiryProps = {
  batch: BatchEntry;
  error: string | undefined;
  onChange: (otherExpiry: BatchEntry['otherExpiry']) => void;
};

/** Both dates of a batch whose label says another one than the stock; the reason makes it a batch of its own. */
function OtherExpiry({ batch, error, onChange }: OtherExpiryProps) {
  const other = otherExpiryOf(batch);
  if (!other) return null;
  const changeReason = (reason: string) => onChange({ ...other, reason });
  return (
    <>
      <Banner tone="warning">{otherExpiryText(other.inStock, other.expiryDate)}</Banner>
      <SuggestedText
        label="Reason for the date"
        help="Recorded in the ledger and the history."
        error={error}
        value={other.reason}
        onChange={changeReason}
        onCommit={changeReason}
        useSuggestions={() => otherExpiryReasons}
      />
    </>
  );
}

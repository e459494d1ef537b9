import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity } from '@shifa/contract';
import { useSnackbar } from 'notistack';
import { Banner } from '../../../components/banner';
import { ResultLines } from '../../../components/bulk-results';
import { FormText } from '../../../components/form/form-text';
import { formatCount } from '../../../lib/format';
import { formatItems } from '../item-display';
import { formatSigned } from '../stock/stock-preview';
import { type Difference, isCounted, type StockCount } from './use-count';

type CountReviewProps = {
  count: StockCount;
  total: number;
  onBack: () => void;
  /** Everything is saved: begins anew. */
  onFinish: () => void;
};

/** What the count found, and the reason under which its differences are saved. */
export function CountReview({ count, total, onBack, onFinish }: CountReviewProps) {
  const { enqueueSnackbar } = useSnackbar();
  const { form, items, differences, completed, faults, leftOut, saving } = count;
  const open = differences.filter(({ saved }) => !saved);
  const differing = new Set(differences.map(({ item }) => item));
  const agreeing = items.filter((item) => item.lines.every(isCounted) && !differing.has(item)).length;
  const partly = items.length - completed;
  const save = form.handleSubmit(async ({ reason }) => {
    if (await count.save(reason)) {
      enqueueSnackbar(`${formatDifferences(open.length)} saved`, { variant: 'success' });
    }
  });
  // Those of items that were left out are no longer among the differences.
  const failed = open.filter(({ _id }) => faults[_id] !== undefined).length;
  const saved = differences.length - open.length;
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography>
        {formatItems(agreeing)} {agreeing === 1 ? 'agrees' : 'agree'}, {formatCount(differing.size)}{' '}
        {differing.size === 1 ? 'differs' : 'differ'}, {formatCount(total - items.length)} not counted.
        {partly > 0 && ` Some batches of ${formatItems(partly)} are not counted.`}
      </Typography>
      {differences.length > 0 && (
        <ResultLines
          label="Differences"
          lines={differences.map((difference) => ({
            _id: difference._id,
            name: [difference.item.name, difference.batch?.batchNumber].filter(Boolean).join(', batch '),
            fault: faults[difference._id],
            outcome: <Outcome difference={difference} saving={saving === difference._id} />,
          }))}
        />
      )}
      {failed > 0 && saving === undefined && (
        <Banner tone="error">
          {formatDifferences(failed)} could not be saved.
          {saved > 0 ? ' The others are saved; try again for the rest.' : ' Try again.'}
        </Banner>
      )}
      {leftOut.length > 0 && saving === undefined && (
        <Banner tone="warning">
          Somebody has saved a later count of {leftOut.join(', ')}. Count {leftOut.length === 1 ? 'it' : 'them'} again.
        </Banner>
      )}
      {open.length > 0 && (
        <FormText control={form.control} name="reason" label="Reason" help="Kept in the ledger with each difference." />
      )}
      {open.length === 0 && items.length > 0 && (
        <Banner tone="success">
          {differences.length === 0 ? 'Everything that was counted agrees.' : 'All differences are saved.'}
        </Banner>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" size="large" onClick={saving === undefined ? onBack : count.stop}>
          {saving === undefined ? 'Back' : 'Cancel'}
        </Button>
        {open.length > 0 ? (
          <Button
            variant="contained"
            size="large"
            loading={saving !== undefined}
            onClick={() => void save()}
            sx={{ flex: 1 }}
          >
            {failed > 0 ? 'Try again' : `Save ${formatDifferences(open.length)}`}
          </Button>
        ) : (
          items.length > 0 && (
            <Button variant="contained" size="large" onClick={onFinish} sx={{ flex: 1 }}>
              Start another count
            </Button>
          )
        )}
      </Stack>
    </Stack>
  );
}

function formatDifferences(count: number): string {
  return count === 1 ? '1 difference' : `${formatCount(count)} differences`;
}

function Outcome({ difference, saving }: { difference: Difference; saving: boolean }) {
  const { quantity, expected, item, saved } = difference;
  return (
    <Typography variant="body2" className="tabular" color={saved ? 'success' : 'textSecondary'}>
      <strong>{formatSigned(quantity - expected)}</strong>: counted {formatQuantity(quantity, item.unit)}, expected{' '}
      {formatCount(expected)}
      {saved && ' · saved'}
      {saving && ' · saving…'}
    </Typography>
  );
}

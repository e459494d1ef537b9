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
import type { Counted, StockCount } from './use-count';

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
  const { form, counted, differing, faults, saving } = count;
  const open = differing.filter(({ saved }) => !saved);
  const agreeing = counted.length - differing.length;
  const save = form.handleSubmit(async ({ reason }) => {
    if (await count.save(reason)) {
      enqueueSnackbar(`${formatDifferences(open.length)} saved`, { variant: 'success' });
    }
  });
  const failed = Object.keys(faults).length;
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography>
        {formatItems(agreeing)} {agreeing === 1 ? 'agrees' : 'agree'}, {formatCount(differing.length)}{' '}
        {differing.length === 1 ? 'differs' : 'differ'}, {formatCount(total - counted.length)} not counted.
      </Typography>
      {differing.length > 0 && (
        <ResultLines
          label="Differences"
          lines={differing.map((item) => ({
            _id: item._id,
            name: item.name,
            fault: faults[item._id],
            outcome: <Outcome item={item} saving={saving === item._id} />,
          }))}
        />
      )}
      {failed > 0 && saving === undefined && (
        <Banner tone="error">
          {formatDifferences(failed)} could not be saved. The others are saved; try again for the rest.
        </Banner>
      )}
      {open.length > 0 && (
        <FormText control={form.control} name="reason" label="Reason" help="Kept in the ledger with each difference." />
      )}
      {open.length === 0 && counted.length > 0 && (
        <Banner tone="success">
          {differing.length === 0 ? 'Everything that was counted agrees.' : 'All differences are saved.'}
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
          counted.length > 0 && (
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

function Outcome({ item, saving }: { item: Counted; saving: boolean }) {
  const { quantity, expected, unit, saved } = item;
  return (
    <Typography variant="body2" className="tabular" color={saved ? 'success' : 'textSecondary'}>
      <strong>{formatSigned(quantity - expected)}</strong>: counted {formatQuantity(quantity, unit)}, expected{' '}
      {formatCount(expected)}
      {saved && ' · saved'}
      {saving && ' · saving…'}
    </Typography>
  );
}

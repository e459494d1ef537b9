import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type CountSheetItem, formatQuantity } from '@shifa/contract';
import { SectionCard } from '../../../ui/section-card';
import { formatSigned } from '../../../lib/change';
import type { MovedItem } from './count-requests';

type MovedItemsProps = {
  moved: readonly MovedItem[];
  /** As they are now, by id. */
  current: ReadonlyMap<string, CountSheetItem> | undefined;
  onCountAgain: (item: CountSheetItem) => void;
};

/** Items whose stock others moved while they were being counted, and what saving their count leads to. */
export function MovedItems({ moved, current, onCountAgain }: MovedItemsProps) {
  return (
    <SectionCard title="Moved since the count began">
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 3, listStyle: 'none' }} aria-label="Moved since the count began">
        {moved.map((one) => (
          <li key={one.item._id}>
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{one.item.name}</Typography>
            <Typography variant="body2" className="tabular" color={'fault' in one ? 'error' : 'textSecondary'}>
              {'fault' in one ? describeFault(one) : describe(one)}
            </Typography>
            <Button
              size="small"
              sx={{ minHeight: 44, ml: -1 }}
              onClick={() => onCountAgain(current?.get(one.item._id) ?? one.item)}
            >
              Count again
            </Button>
          </li>
        ))}
      </Stack>
    </SectionCard>
  );
}

/** `Batch B-7: This stock is set aside for a pending write-off.` */
function describeFault({ item, fault }: Extract<MovedItem, { fault: unknown }>): string {
  const batch = item.batches.find(({ _id }) => _id === fault.batchId);
  return batch ? `Batch ${batch.batchNumber}: ${fault.message}` : fault.message;
}

/** `−5 before you counted it, −2 afterwards. Saving changes it by −1, to 12 bottles.` */
function describe({ result }: Extract<MovedItem, { result: unknown }>): string {
  const { moved, movements, quantity, unit } = result;
  const parts = [
    moved.before !== 0 && `${formatSigned(moved.before)} before you counted it`,
    moved.after !== 0 &&
      (moved.before === 0
        ? `${formatSigned(moved.after)} after you counted it, which is kept`
        : `${formatSigned(moved.after)} afterwards, which is kept`),
  ].filter(Boolean);
  const difference = movements.reduce((sum, movement) => sum + movement.quantity, 0);
  const what = parts.length > 0 ? parts.join(', ') : 'It was corrected, or moved out and back';
  const end =
    movements.length === 0
      ? `Your count matches the ${formatQuantity(quantity, unit)} in stock.`
      : `Saving changes it by ${formatSigned(difference)}, to ${formatQuantity(quantity, unit)}.`;
  return `${what}. ${end}`;
}

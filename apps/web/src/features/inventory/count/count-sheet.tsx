import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { BackLink } from '../../../screens/back-link';
import { withScanned } from '../../../screens/packs/packed';
import { PageHeader } from '../../../ui/page-header';
import { useDocumentTitle } from '../../../ui/use-document-title';
import { paths } from '../../../config/paths';
import { formatCount } from '../../../lib/format';
import { useWedge } from '../../../lib/use-wedge';
import { Banner } from '../../../ui/feedback/banner';
import { signal } from '../scanning/signal';
import { CountItem } from './count-item';
import { CountJump } from './count-jump';
import { CountReview } from './count-review';
import { placeOf } from './counts-under-way';
import { countedAs, linesOf, packedOf } from './count-lines';
import { findInCount, type FoundInCount } from './find-in-count';
import type { StockCount } from './use-count';

type CountSheetProps = {
  count: StockCount;
  /** Which item is counted, from 1; one beyond the last for the review. */
  position: number;
  onPosition: (position: number) => void;
  onFinish: () => void;
};

/** The items to count, one at a time, and the review at the end. */
export function CountSheet({ count, position, onPosition, onFinish }: CountSheetProps) {
  const { items, begun, kept } = count;
  const total = items.length;
  const place = placeOf(kept);
  const [jump, setJump] = useState<{ batchId?: string | undefined }>();
  const [jumping, setJumping] = useState(false);
  const [fault, setFault] = useState<string>();
  const follow = (text: string) => {
    const found = findInCount(items, text);
    signal(typeof found !== 'string');
    if (typeof found === 'string') {
      setFault(found);
      return;
    }
    setFault(undefined);
    setJumping(false);
    addScanned(count, found);
    setJump({ batchId: found.batchId });
    onPosition(items.indexOf(found.counted) + 1);
  };
  useWedge(follow);
  useDocumentTitle(`Count ${place}`);
  const counted = items[position - 1];
  if (!counted) {
    return (
      <Stack sx={{ maxWidth: 480, mx: 'auto' }}>
        <PageHeader
          title="Review"
          documentTitle={`Count ${place}`}
          subtitle={place}
          back={<BackLink to={paths.inventory}>Inventory</BackLink>}
        />
        <CountReview
          count={count}
          onBack={() => onPosition(total)}
          onItem={(id) => onPosition(items.findIndex(({ item }) => item._id === id) + 1)}
          onFinish={onFinish}
        />
      </Stack>
    );
  }
  const head = (
    <div>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography component="h1" variant="body2" noWrap sx={{ fontWeight: 600, minWidth: 0, mr: 'auto' }}>
          {place}
        </Typography>
        <Button sx={{ minHeight: 44 }} onClick={() => setJumping(true)}>
          Find
        </Button>
        <Button sx={{ minHeight: 44, mr: -2 }} onClick={() => onPosition(total + 1)}>
          Review
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary" className="tabular" role="status" sx={{ mb: 1 }}>
        Item {formatCount(position)} of {formatCount(total)} · {formatCount(begun.length)} counted
      </Typography>
      <LinearProgress
        variant="determinate"
        value={(100 * begun.length) / total}
        aria-label="Counted"
        sx={{ borderRadius: 1 }}
      />
    </div>
  );
  return (
    <>
      {fault !== undefined && !jumping && <Banner tone="warning">{fault}</Banner>}
      <CountItem
        key={`${counted.item._id} ${jump?.batchId ?? ''}`}
        counted={counted}
        count={count}
        head={head}
        batchId={jump?.batchId}
        onPrevious={position > 1 ? () => onPosition(position - 1) : undefined}
        onNext={() => onPosition(position + 1)}
      />
      <CountJump
        open={jumping}
        items={items}
        fault={fault}
        onCode={follow}
        onClose={() => {
          setJumping(false);
          setFault(undefined);
        }}
        onFound={(id) => {
          setJumping(false);
          setJump({});
          onPosition(items.findIndex(({ item }) => item._id === id) + 1);
        }}
      />
    </>
  );
}

/** Each scan of a box adds what it contains to the line of its batch; that of a label only goes there. */
function addScanned(count: StockCount, { counted: { item, entry }, batchId, box }: FoundInCount): void {
  if (!box || entry?.saved) return;
  const lines = linesOf(item, entry, batchId !== undefined);
  const line = lines.find(({ batch }) => batch === null || batch._id === batchId);
  if (!line) return;
  const packed = withScanned(packedOf(line), box);
  if (!packed) return;
  count.enter(
    item,
    lines.map((one) => (one === line ? { ...one, ...countedAs(packed) } : one)),
  );
}

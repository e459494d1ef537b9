import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  awaitedStatuses,
  endedStatuses,
  formatQuantity,
  plural,
  type ReviewedLines,
  type SupplierReview,
} from '@shifa/contract';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { usePermission } from '../../../data/use-session';
import { formatCount, formatDay, formatMoney } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { type Figure, Figures } from '../../../ui/figures';
import { SectionCard } from '../../../ui/section-card';
import { Spread } from '../../../ui/spread';

type ReviewProps = { supplierId: string; review: SupplierReview; laboratoryId: string | undefined };

/** The figures of a review, each with what it counts; a number of orders leads to these orders. */
export function SupplierReviewFigures({ supplierId, review, laboratoryId }: ReviewProps) {
  const { period, orders, onTime, complete, damaged, refused, faults, prices } = review;
  const seesSeveral = usePermission('purchaseOrders.view').scope === 'all' && laboratoryId === undefined;
  const linkTo = (filter: Record<string, string | readonly string[]>) =>
    withQuery(paths.purchaseOrders, { supplierId, ...period, laboratoryId, ...filter });
  return (
    <Stack sx={{ gap: 4 }}>
      <SectionCard title="Orders">
        <Figures
          figures={[
            {
              label: 'Sent',
              figure: formatCount(orders.sent),
              note: 'With the supplier',
              to: linkTo({ status: [...awaitedStatuses, ...endedStatuses] }),
            },
            {
              label: 'Ended',
              figure: formatCount(orders.ended),
              note: 'Received or closed',
              to: linkTo({ status: endedStatuses }),
            },
            {
              label: 'Open',
              figure: formatCount(orders.open),
              note: 'Goods are expected',
              to: linkTo({ status: awaitedStatuses }),
            },
            {
              label: 'Overdue',
              figure: formatCount(orders.overdue),
              note: 'Open past the expected day',
              tone: orders.overdue > 0 ? 'error' : undefined,
              to: linkTo({ overdue: 'true' }),
            },
            { label: 'Cancelled', figure: formatCount(orders.cancelled), note: 'After sending' },
          ]}
        />
      </SectionCard>
      <SectionCard title="Deliveries">
        <Figures
          figures={[
            shareOf('On time', onTime, ['due line', 'due lines'], 'No line is due yet'),
            shareOf('Complete', complete, ['line of ended orders', 'lines of ended orders'], 'No order has ended yet'),
            shareOf('Damaged', damaged, ['line that arrived', 'lines that arrived'], 'Nothing has arrived yet'),
            shareOf('Refused', refused, ['line that arrived', 'lines that arrived'], 'Nothing has arrived yet'),
          ]}
        />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 4 }}>
          A line is on time if everything ordered of it, apart from what was reported short, was accepted by its
          expected day. It's complete if the ordered quantity was accepted.
        </Typography>
      </SectionCard>
      {faults.total > 0 && (
        <SectionCard title="Damaged or refused items">
          <Rows shown={faults.items.length} total={faults.total}>
            {faults.items.map((one) => {
              const { item, arrived, basisPoints } = one;
              const parts = (['damaged', 'refused'] as const).filter((part) => one[part] > 0);
              return (
                <ItemRow key={one.itemId} {...one} seesSeveral={seesSeveral} figure={formatPoints(basisPoints)}>
                  {`${parts.map((part) => `${formatCount(one[part])} ${part}`).join(', ')} of ${formatQuantity(arrived, item.unit)} that arrived`}
                </ItemRow>
              );
            })}
          </Rows>
        </SectionCard>
      )}
      <SectionCard title="Price changes">
        <Prices prices={prices} seesSeveral={seesSeveral} />
      </SectionCard>
    </Stack>
  );
}

function Prices({ prices, seesSeveral }: { prices: SupplierReview['prices']; seesSeveral: boolean }) {
  if (prices === null) {
    return (
      <Typography color="textSecondary">
        No item was ordered twice in this period, so there are no prices to compare.
      </Typography>
    );
  }
  const { compared, changed, items } = prices;
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography variant="body2" color="textSecondary">
        {changed === 0 ? describeUnchanged(compared) : describeChanged(compared, changed)}
      </Typography>
      {changed > 0 && (
        <Rows shown={items.length} total={changed}>
          {items.map((one) => (
            <ItemRow
              key={`${one.itemId} ${one.item.unit}`}
              {...one}
              seesSeveral={seesSeveral}
              figure={one.changeBasisPoints === null ? 'Previously free' : signed(one.changeBasisPoints)}
            >
              {`From ${formatMoney(one.first.pricePaise)} on ${formatDay(one.first.on)} to ${formatMoney(one.last.pricePaise)} on ${formatDay(one.last.on)}`}
            </ItemRow>
          ))}
        </Rows>
      )}
    </Stack>
  );
}

function describeUnchanged(compared: number): string {
  return plural(
    compared,
    "1 item was ordered more than once. Its price hasn't changed.",
    `${formatCount(compared)} items were ordered more than once. Their prices haven't changed.`,
  );
}

function describeChanged(compared: number, changed: number): string {
  const all = plural(
    compared,
    'The only item that was ordered more than once has a new price.',
    `The price of ${formatCount(changed)} of the ${formatCount(compared)} items that were ordered more than once has changed.`,
  );
  return `${all} Prices are of one unit, in the first and the last order of the period.`;
}

function Rows({ shown, total, children }: { shown: number; total: number; children: ReactNode }) {
  return (
    <Stack sx={{ gap: 4 }}>
      {children}
      {total > shown && (
        <Typography variant="body2" color="textSecondary">
          The {formatCount(shown)} largest of {formatCount(total)}
        </Typography>
      )}
    </Stack>
  );
}

type ItemRowProps = Pick<SupplierReview['faults']['items'][number], 'itemId' | 'item' | 'laboratory'> & {
  seesSeveral: boolean;
  figure: string;
  children: string;
};

function ItemRow({ itemId, item, laboratory, seesSeveral, figure, children }: ItemRowProps) {
  return (
    <div>
      <Spread>
        <Link component={RouterLink} to={paths.inventoryItem(itemId)}>
          {item.name}
        </Link>
        <Typography component="span" className="tabular" sx={{ fontWeight: 600 }}>
          {figure}
        </Typography>
      </Spread>
      <Typography variant="body2" color="textSecondary" className="tabular">
        {[item.itemCode, ...(seesSeveral ? [laboratory.code] : []), children].join(' · ')}
      </Typography>
    </div>
  );
}

type Noun = readonly [one: string, many: string];

function shareOf(label: string, share: ReviewedLines | null, [one, many]: Noun, none: string): Figure {
  if (share === null) return { label, figure: '—', note: none };
  const points = Math.round((share.lines * 10_000) / share.of);
  return {
    label,
    figure: formatPoints(points, share),
    note: `${formatCount(share.lines)} of ${formatCount(share.of)} ${plural(share.of, one, many)}`,
  };
}

/** `8.3%`. Only nothing is 0%, and only all of it is 100%. */
function formatPoints(basisPoints: number, exact?: ReviewedLines): string {
  const [least, most] = [exact?.lines === 0 ? 0 : 1, exact && exact.lines < exact.of ? 999 : 1_000];
  return percent.format(Math.min(most, Math.max(least, Math.round(basisPoints / 10))) / 1_000);
}

function signed(basisPoints: number): string {
  return signedPercent.format(basisPoints / 10_000).replace('-', '−');
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const signedPercent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type InventoryItem } from '@shifa/contract';
import type { ReactNode } from 'react';
import { SectionCard } from '../../../ui/section-card';
import { StatCard } from '../../../ui/stat-card';
import { Why } from '../../../ui/why';
import { formatCount, formatDay, formatMoney } from '../../../lib/format';
import { BatchTable } from '../batches/batch-table';
import { DaysLeft } from '../item-display';

/** What is there of an item, as totals and by batch. */
export function ItemStock({ item }: { item: InventoryItem }) {
  const { unit, quantity, usableQuantity, minQuantity, nearestExpiry, laboratoryId, valuePaise } = item;
  return (
    <Stack sx={{ gap: 4 }}>
      <Box sx={figures}>
        <StatCard
          label="Usable"
          figure={
            <>
              {formatQuantity(usableQuantity, unit)} <WhyUsable item={item} />
            </>
          }
          note={quantity === usableQuantity ? undefined : `of ${formatQuantity(quantity, unit)} in total`}
        />
        <StatCard
          label="Minimum"
          figure={minQuantity === 0 ? 'None' : formatQuantity(minQuantity, unit)}
          note={minQuantity === 0 ? 'No alert for low stock' : 'Low at or below this'}
        />
        <StatCard
          label="Next expiry"
          figure={nearestExpiry === null ? 'None' : formatDay(nearestExpiry)}
          note={nearestExpiry === null ? undefined : <DaysLeft day={nearestExpiry} timeZone={laboratoryId.timezone} />}
        />
        <StatCard label="Value" figure={formatMoney(valuePaise)} note="Each batch at its own cost" />
      </Box>
      <SectionCard title="Batches">
        <BatchTable item={item} />
      </SectionCard>
    </Stack>
  );
}

/** Which batches count as usable, which do not, and why. */
function WhyUsable({ item }: { item: InventoryItem }) {
  const { unit, usableQuantity, laboratoryId } = item;
  const stocked = item.batches.filter(({ quantity }) => quantity > 0);
  const counted = stocked.filter(({ unusableReason }) => unusableReason === null);
  const others = stocked.filter(({ unusableReason }) => unusableReason !== null);
  return (
    <Why title={`Why ${formatQuantity(usableQuantity, unit)} usable?`}>
      <Typography sx={{ mb: 3 }}>
        Usable stock is in active batches, up to and including their last day of use in the time zone of{' '}
        {laboratoryId.name}. Batches that are expired, quarantined, recalled or not accepted yet don't count.
      </Typography>
      <BatchSum title="Counted" sum={formatQuantity(usableQuantity, unit)}>
        {counted.map(({ _id, batchNumber, quantity, lastUsableDay }) => (
          <BatchPart key={_id} batch={batchNumber} quantity={quantity}>
            {lastUsableDay === null ? "doesn't expire" : `until ${formatDay(lastUsableDay)}`}
          </BatchPart>
        ))}
      </BatchSum>
      {others.length > 0 && (
        <BatchSum title="Not counted" sum={formatQuantity(item.quantity - usableQuantity, unit)}>
          {others.map(({ _id, batchNumber, quantity, unusableReason }) => (
            <BatchPart key={_id} batch={batchNumber} quantity={quantity}>
              {unusableReason}
            </BatchPart>
          ))}
        </BatchSum>
      )}
    </Why>
  );
}

function BatchSum({ title, sum, children }: { title: string; sum: string; children: ReactNode }) {
  return (
    <Box component="section" className="tabular" sx={{ mt: 4 }}>
      <Box sx={{ ...partStyle, fontWeight: 600, borderBottom: 1, borderColor: 'divider', pb: 1 }}>
        <span>{title}</span>
        <span>{sum}</span>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Box>
  );
}

function BatchPart({ batch, quantity, children }: { batch: string; quantity: number; children: ReactNode }) {
  return (
    <Box component="li" sx={{ ...partStyle, py: 1.5 }}>
      <span>
        {batch}
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {children}
        </Typography>
      </span>
      <span>{formatCount(quantity)}</span>
    </Box>
  );
}

const partStyle = { display: 'flex', justifyContent: 'space-between', gap: 3, overflowWrap: 'anywhere' };

const figures = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' },
  // Four words and a date need a smaller figure than a count does.
  '& .MuiTypography-figure': { fontSize: { xs: '1.125rem', sm: '1.375rem' } },
};

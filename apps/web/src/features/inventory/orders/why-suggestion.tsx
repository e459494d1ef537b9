import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { formatQuantity, type ReorderSuggestion, USE_DAYS } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { Why } from '../../../components/why';
import { paths } from '../../../config/paths';
import { formatCount, formatDay, formatDayCount } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { dayAhead } from '../item-display';

const average = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The rule behind a suggested quantity, its inputs, and the way to the movements that they come from. */
export function WhySuggestion({ suggestion }: { suggestion: ReorderSuggestion }) {
  const { _id, name, unit, laboratoryId, suggestedQuantity, usedIn90Days, leadTimeDays, reorderQuantity } = suggestion;
  const { minQuantity, usableQuantity, orderedQuantity, expectedOn } = suggestion;
  const quantity = formatQuantity(suggestedQuantity, unit);
  const untilDelivery = Math.ceil((usedIn90Days * leadTimeDays) / USE_DAYS);
  const needed = untilDelivery + minQuantity - usableQuantity - orderedQuantity;
  const from = dayAhead(1 - USE_DAYS, laboratoryId.timezone);
  return (
    <Why title={`Why ${quantity} of ${name}?`}>
      <Typography sx={{ mb: 4 }}>
        Enough to cover the use until delivery and still have the minimum: average use per day × lead time + minimum −
        usable − ordered{reorderQuantity > 0 && ', rounded up to whole orders of the reorder quantity'}.
      </Typography>
      <Box component="dl" className="tabular" sx={sumStyle}>
        <Line
          label={`Use until delivery: ${average.format(usedIn90Days / USE_DAYS)} per day × ${formatDayCount(leadTimeDays)}`}
          value={formatCount(untilDelivery)}
        />
        <Line label="Minimum" value={`+ ${formatCount(minQuantity)}`} />
        <Line label="Usable now" value={`− ${formatCount(usableQuantity)}`} />
        <Line
          label={expectedOn === null ? 'Ordered' : `Ordered, expected ${formatDay(expectedOn)}`}
          value={`− ${formatCount(orderedQuantity)}`}
        />
        <Line label="Needed" value={formatQuantity(needed, unit)} />
        {reorderQuantity > 0 && (
          <Line
            label={`In orders of ${formatQuantity(reorderQuantity, unit)}`}
            value={`${formatCount(suggestedQuantity / reorderQuantity)} × ${formatCount(reorderQuantity)}`}
          />
        )}
        <Line strong label="Suggested" value={quantity} />
      </Box>
      <Typography sx={{ mt: 4 }}>
        <Link component={RouterLink} to={withQuery(paths.inventoryItem(_id), { tab: 'ledger', type: 'out', from })}>
          {formatQuantity(usedIn90Days, unit)} used in the last {USE_DAYS} days
        </Link>
        . Stock that was sent to other laboratories, wasted or returned does not count as use.
      </Typography>
    </Why>
  );
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <Box sx={strong ? { fontWeight: 600, borderTop: 1, borderColor: 'divider' } : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </Box>
  );
}

const sumStyle = {
  m: 0,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 3, py: 1.5 },
  '& dd': { m: 0, whiteSpace: 'nowrap' },
};

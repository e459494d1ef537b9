import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { formatQuantity, type ReorderSuggestion, USE_DAYS } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { Calculation, Why } from '../../../ui/why';
import { paths } from '../../../config/paths';
import { dayAhead } from '../../../lib/calendar';
import { formatCount, formatDay, formatDayCount } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { suggestionRule } from '../inventory.messages';

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
      <Typography sx={{ mb: 4 }}>{suggestionRule(reorderQuantity > 0)}</Typography>
      <Calculation
        lines={[
          {
            label: `Use until delivery: ${average.format(usedIn90Days / USE_DAYS)} per day × ${formatDayCount(leadTimeDays)}`,
            value: formatCount(untilDelivery),
          },
          { label: 'Minimum', value: `+ ${formatCount(minQuantity)}` },
          { label: 'Usable now', value: `− ${formatCount(usableQuantity)}` },
          {
            label: expectedOn === null ? 'Ordered' : `Ordered, expected ${formatDay(expectedOn)}`,
            value: `− ${formatCount(orderedQuantity)}`,
          },
          { label: 'Needed', value: formatQuantity(needed, unit) },
          ...(reorderQuantity > 0
            ? [
                {
                  label: `In orders of ${formatQuantity(reorderQuantity, unit)}`,
                  value: `${formatCount(suggestedQuantity / reorderQuantity)} × ${formatCount(reorderQuantity)}`,
                },
              ]
            : []),
          { label: 'Suggested', value: quantity, strong: true },
        ]}
      />
      <Typography sx={{ mt: 4 }}>
        <Link component={RouterLink} to={withQuery(paths.inventoryItem(_id), { tab: 'ledger', type: 'out', from })}>
          {formatQuantity(usedIn90Days, unit)} used in the last {USE_DAYS} days
        </Link>
        . Stock sent to other laboratories, wasted or returned doesn't count as use.
      </Typography>
    </Why>
  );
}

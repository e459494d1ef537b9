import type { LaboratoryExtensionOf } from '../../screens/detail/laboratory-extensions';
import { paths } from '../../config/paths';
import { formatCount, formatDayCount, formatMoney } from '../../lib/format';

/** The inventory rules and the stock of a laboratory. */
export const inventoryExtension: LaboratoryExtensionOf<'inventory'> = {
  title: 'Inventory',
  policies: {
    expiryWarningDays: { label: 'Expiry warning', format: formatDayCount, input: 'number', unit: 'days before' },
    expiryUrgentDays: { label: 'Urgent expiry warning', format: formatDayCount, input: 'number', unit: 'days before' },
    escalateAfterDays: {
      label: 'Escalate alerts after',
      format: formatDayCount,
      input: 'number',
      unit: 'days',
    },
    writeOffLimitPaise: {
      label: 'Write-off limit',
      format: formatMoney,
      input: 'money',
      help: 'What one person can write off in a day. Above it, someone else must approve.',
    },
  },
  statCards: ({ valuePaise, lowCount, expiredCount }, { linkTo }) => [
    { label: 'Stock value', figure: formatMoney(valuePaise), to: linkTo(paths.inventory) },
    {
      label: 'Low stock',
      figure: formatCount(lowCount),
      note: 'Items at or below their minimum',
      to: linkTo(paths.inventory, { stockStatus: ['low', 'out'] }),
    },
    {
      label: 'Expired',
      figure: formatCount(expiredCount),
      note: 'Batches past their date',
      to: linkTo(paths.expiringStock, { expired: 'true' }),
    },
  ],
};

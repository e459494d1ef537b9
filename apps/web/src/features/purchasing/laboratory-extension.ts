import type { LaboratoryExtensionOf } from '../../screens/detail/laboratory-extensions';
import { formatDayCount, formatMoney } from '../../lib/format';

/** The purchasing rules of a laboratory. */
export const purchasingExtension: LaboratoryExtensionOf<'purchasing'> = {
  title: 'Purchasing',
  policies: {
    approvalLimitPaise: {
      label: 'Order approval limit',
      format: formatMoney,
      input: 'money',
      help: 'Above it, a super admin must also approve the order.',
    },
    overDeliveryPercent: {
      label: 'Over-delivery tolerance',
      format: (percent) => `${percent}%`,
      input: 'number',
      unit: '% of a line',
      help: 'How much more than ordered can be received, over all receipts.',
    },
    shortShelfLifeDays: {
      label: 'Short shelf life',
      format: formatDayCount,
      input: 'number',
      unit: 'days',
      help: 'Stock that expires sooner after its receipt has to be confirmed.',
    },
  },
};

import { countedStatuses, waitingStatuses } from '@shifa/contract';
import type { LaboratoryExtensionOf } from '../../screens/detail/laboratory-extensions';
import { paths } from '../../config/paths';
import { lazyPart } from '../../ui/lazy-part';
import { formatCount, formatDayCount, formatMoney } from '../../lib/format';

const ladder = 'New and edited entries follow the new rules. Pending entries keep their current ones.';

/** The finance rules and the totals of a laboratory. */
export const financeExtension: LaboratoryExtensionOf<'finance'> = {
  title: 'Finance',
  policies: {
    approvalLimitPaise: {
      label: 'Approval limit',
      format: formatMoney,
      input: 'money',
      help: 'Above it, a super admin must also approve.',
      summarized: true,
      affectsApprovals: ladder,
    },
    backdatedAfterDays: {
      label: 'Backdated after',
      format: formatDayCount,
      input: 'number',
      unit: 'days',
      help: 'A super admin must also approve an entry dated further back.',
      affectsApprovals: ladder,
    },
    billTolerancePercent: {
      label: 'Bill tolerance',
      format: (percent) => `${percent}%`,
      input: 'number',
      unit: '% of a line',
      help: "How much more than ordered or received a supplier's bill can ask for.",
    },
    billTolerancePaise: {
      label: 'Bill tolerance at most',
      format: formatMoney,
      input: 'money',
      help: 'Of a line, whatever the percentage.',
    },
  },
  rehearsal: {
    Panel: lazyPart(async () => (await import('./rehearsal')).TransactionRehearsal),
    permissions: ['laboratories.edit', 'transactions.view'],
    after: 'backdatedAfterDays',
  },
  statCards: ({ incomePaise, expensePaise, netPaise, pendingCount }, { linkTo, days, inPeriod }) => [
    {
      label: 'Income',
      figure: formatMoney(incomePaise),
      note: inPeriod,
      to: linkTo(paths.transactions, { type: 'income', status: countedStatuses, ...days }),
    },
    {
      label: 'Expense',
      figure: formatMoney(expensePaise),
      note: inPeriod,
      to: linkTo(paths.transactions, { type: 'expense', status: countedStatuses, ...days }),
    },
    {
      label: 'Net',
      figure: formatMoney(netPaise),
      note: 'Income less expense',
      to: linkTo(paths.transactions, { status: countedStatuses, ...days }),
    },
    {
      label: 'Pending approval',
      figure: formatCount(pendingCount),
      note: 'Not in the totals yet',
      to: linkTo(paths.transactions, { status: waitingStatuses, ...days }),
    },
  ],
};

import { type PaletteSource, searchOf } from '../../screens/palette-source';
import { newOn } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';
import { formatDay } from '../../lib/format';
import { entryPath } from './finance-navigation';
import { financePages } from './finance.pages';
import { formatAmount, labelOf } from './transaction.format';
import { transactionResource } from './transaction.resource';

export const financePalette: PaletteSource = {
  title: 'Finances',
  permission: 'transactions.view',
  pages: ({ permissions }) =>
    financePages.filter(({ path }) => path !== paths.approvals || permissions['transactions.approve'].allowed),
  actions: () => [{ label: 'New entry', path: newOn(paths.transactions), permission: 'transactions.create' }],
  searches: [
    searchOf(transactionResource, {
      kind: 'entries',
      label: 'Entries',
      permission: 'transactions.view',
      entryOf: (entry) => {
        const { _id, transactionNo, date, party, description, reference, amountPaise } = entry;
        const rupees = (amountPaise / 100).toFixed(2);
        return {
          id: _id,
          label: transactionNo,
          detail: `${labelOf(entry)} ${formatAmount(entry)} · ${party ?? description} · ${formatDay(date)}`,
          path: entryPath(entry),
          also: [description, reference, `₹${rupees}`],
        };
      },
    }),
  ],
};

import { financialYearOf, type LaboratoryOption, type Transaction } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { dayOf, formatDay } from '../../../lib/format';
import { laboratoryOptions } from '../../../lib/laboratory-options';
import { usePermission, useUser } from '../../../lib/use-session';
import { transactionQueries } from '../transaction.queries';
import type { TransactionValues } from './transaction-values';

/** The calendar of the network, until a laboratory is chosen. */
const NETWORK_ZONE = 'Asia/Kolkata';

/** Where and for which days the signed-in person may enter something. */
export type Posting = {
  /** The laboratories to choose from; empty for who enters for their own alone, and for an entry that has its place. */
  choices: readonly LaboratoryOption[];
  /** Where an entry belongs unless another is chosen; empty where one has to be chosen. */
  laboratoryId: string;
  /** Today on the laboratory's own calendar. */
  todayIn: (laboratoryId: string) => string;
  /** The last closed day; null where nothing is closed. */
  lockedThrough: string | null;
  /** Why an entry of the laboratory cannot bear this date; `undefined` where it can. */
  faultOfDate: (values: Pick<TransactionValues, 'date' | 'laboratoryId'>) => string | undefined;
};

/** The rules that the form tells before the server has to; the server judges again, in the same words. */
export function usePosting(entry?: Transaction): Posting {
  const viewer = useUser();
  const reachesAll = usePermission('transactions.create').scope === 'all';
  const mayChoose = reachesAll && !entry;
  const { data: choices = [] } = useQuery({ ...laboratoryOptions, enabled: mayChoose });
  const { data: lock } = useQuery(transactionQueries.periodClose);
  const lockedThrough = lock?.lockedThrough ?? null;

  const own = entry?.laboratoryId ?? viewer.laboratoryId;
  const todayIn = (id: string) => {
    const place = own?._id === id ? own : choices.find(({ _id }) => _id === id);
    return dayOf(new Date(), place?.timezone ?? NETWORK_ZONE);
  };
  const faultOfDate: Posting['faultOfDate'] = ({ date, laboratoryId }) => {
    if (date === '') return undefined;
    const today = todayIn(laboratoryId);
    if (date > today) return `Must not be after today, ${formatDay(today)}`;
    if (entry && financialYearOf(date) !== financialYearOf(entry.date)) {
      const year = financialYearOf(entry.date);
      return `${entry.transactionNo} belongs to the financial year ${year}: cancel it and enter it anew`;
    }
    if (lockedThrough === null || date > lockedThrough || viewer.role === 'super_admin') return undefined;
    return `The books are closed through ${formatDay(lockedThrough)}: only a super admin posts into them`;
  };

  return { choices: mayChoose ? choices : [], laboratoryId: own?._id ?? '', todayIn, lockedThrough, faultOfDate };
}

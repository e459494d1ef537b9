import {
  closedThroughIn,
  financialYearOf,
  isBusinessDay,
  type Laboratory,
  type LaboratoryOption,
  type Transaction,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useClosedReason } from '../../../screens/closed-laboratory';
import { product } from '../../../config/product';
import { dayAhead } from '../../../lib/calendar';
import { formatDay } from '../../../lib/format';
import { laboratoryDetail } from '../../../data/laboratory-detail';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { useFilteredLaboratory } from '../../../data/use-filtered-laboratory';
import { usePermission, useUser } from '../../../data/use-session';
import { periodClose } from '../transaction.resource';

/** The laboratories and days for which the viewer can create entries. */
export type PostingContext = {
  /** The laboratories to choose from; empty if the viewer has only one, and for a stored entry, whose laboratory is fixed. */
  choices: readonly LaboratoryOption[];
  /** The default laboratory; empty if one has to be chosen. */
  laboratoryId: string;
  /** Why nothing can be entered in the only laboratory of the viewer. */
  closedReason: string | undefined;
  /** Today in the laboratory's time zone. */
  todayIn: (laboratoryId: string) => string;
  /** The last closed day of a laboratory; null when every period is open. */
  closedThroughIn: (laboratoryId: string) => string | null;
  /** Why the date is invalid for the laboratory; `undefined` if it is valid. */
  faultOfDate: (values: { date: string; laboratoryId: string }) => string | undefined;
};

/** The rules that the form checks early; the server checks them again, with the same messages. */
export function usePostingContext(entry?: Transaction): PostingContext {
  const viewer = useUser();
  const seesNetwork = usePermission('transactions.create').scope === 'all';
  const canChoose = seesNetwork && !entry;
  const { data: choices = [] } = useQuery({ ...laboratoryOptions, enabled: canChoose });
  const filtered = useFilteredLaboratory();
  const { data: close } = useQuery(periodClose);
  const closedIn = (id: string) => (close ? closedThroughIn(close, id) : null);

  const closedReason = useClosedReason('transactions.create', 'enterRecords');
  const own = entry?.laboratoryId ?? viewer.laboratoryId;
  const todayIn = (id: string) => {
    const laboratory = own?._id === id ? own : choices.find(({ _id }) => _id === id);
    return dayAhead(0, laboratory?.timezone ?? product.timezone);
  };
  const faultOfDate: PostingContext['faultOfDate'] = ({ date, laboratoryId }) => {
    // A part of a date is judged once it is typed whole.
    if (!isBusinessDay(date)) return undefined;
    const today = todayIn(laboratoryId);
    if (date > today) return `Must not be after today, ${formatDay(today)}`;
    if (entry && financialYearOf(date) !== financialYearOf(entry.date)) {
      const year = financialYearOf(entry.date);
      return `${entry.transactionNo} belongs to the financial year ${year}. Cancel it and create a new entry.`;
    }
    const closedThrough = closedIn(laboratoryId);
    if (closedThrough === null || date > closedThrough || viewer.role === 'super_admin') return undefined;
    return `The books are closed through ${formatDay(closedThrough)}. Only a super admin can post to a closed period.`;
  };

  return {
    choices: canChoose ? choices : [],
    laboratoryId: own?._id ?? (canChoose ? filtered : undefined) ?? '',
    closedReason,
    todayIn,
    closedThroughIn: closedIn,
    faultOfDate,
  };
}

/** The laboratory's finance policy; `undefined` until it is loaded, and for viewers who cannot see laboratories. */
export function useFinancePolicy(laboratoryId: string): Laboratory['policies']['finance'] | undefined {
  const { allowed } = usePermission('laboratories.view');
  const { data } = useQuery({ ...laboratoryDetail(laboratoryId), enabled: allowed && laboratoryId !== '' });
  return data?.policies.finance;
}

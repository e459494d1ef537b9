import { type Laboratory, type TransactionListItem, type Role, isWaiting } from '@shifa/contract';
import { formatMoney } from '../../../lib/format';

type Entry = Pick<TransactionListItem, 'flags' | 'status'> & { approvals?: readonly { by: { role: Role } }[] };
type Policy = Laboratory['policies']['finance'];

/** The rules that an entry comes under, each with what it asks for: `Above ₹50,000.00: needs a super admin as well`. */
export function approvalRules({ flags, status, approvals = [] }: Entry, policy: Policy | undefined): string[] {
  const bySuperAdmin = approvals.some(({ by }) => by.role === 'super_admin');
  const asks = !isWaiting(status)
    ? ''
    : bySuperAdmin
      ? ': needs another person as well'
      : ': needs a super admin as well';
  const words = {
    above_limit: `Above ${policy ? formatMoney(policy.approvalLimitPaise) : 'the laboratory’s approval limit'}${asks}`,
    back_dated: `Dated ${policy ? `more than ${daysWords(policy.backdatedAfterDays)}` : 'too far'} back${asks}`,
    locked_period: 'Posted into a closed period: the books of that day were closed already',
  };
  return flags.map((flag) => words[flag]);
}

function daysWords(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

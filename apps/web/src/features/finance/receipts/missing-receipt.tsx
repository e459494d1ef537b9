import { isWaiting, lacksReceipt, type TransactionListItem } from '@shifa/contract';
import { Banner } from '../../../ui/feedback/banner';
import { formatMoney } from '../../../lib/format';
import { attachText } from '../finance.messages';

/** Whether the entry waits for an approval without the receipt that it needs. */
export function isMissingReceipt(entry: TransactionListItem): boolean {
  return isWaiting(entry.status) && lacksReceipt(entry);
}

/** Warns, before an approval, that nothing documents the expense. */
export function MissingReceipt({ entry }: { entry: TransactionListItem }) {
  if (!isMissingReceipt(entry)) return null;
  const { amountPaise, createdBy, actions } = entry;
  return (
    <Banner tone="warning">
      <strong>No receipt.</strong> An expense of {formatMoney(amountPaise)} needs one.{' '}
      {attachText(actions.attach?.allowed ? null : createdBy.name)}
    </Banner>
  );
}

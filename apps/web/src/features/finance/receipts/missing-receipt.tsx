import { isWaiting, lacksReceipt, type TransactionListItem } from '@shifa/contract';
import { Banner } from '../../../ui/feedback/banner';
import { formatMoney } from '../../../lib/format';
import { attachTexts } from '../finance.messages';

/** Whether the entry waits for an approval without the receipt that it needs. */
export function isMissingReceipt(entry: TransactionListItem): boolean {
  return isWaiting(entry.status) && lacksReceipt(entry);
}

/** Warns, before an approval, that nothing documents the expense. `place` is where a receipt can be attached. */
export function MissingReceipt({ entry, place }: { entry: TransactionListItem; place: 'here' | 'elsewhere' }) {
  if (!isMissingReceipt(entry)) return null;
  const { amountPaise, createdBy, actions } = entry;
  return (
    <Banner tone="warning">
      <strong>No receipt.</strong> An expense of {formatMoney(amountPaise)} needs one.{' '}
      {actions.attach?.allowed ? attachTexts[place] : attachTexts.by(createdBy.name)}
    </Banner>
  );
}

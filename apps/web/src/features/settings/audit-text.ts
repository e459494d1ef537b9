import { capitalized, formatInstant, formatMoney } from '../../lib/format';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Actions whose names say too little in a log. */
const actionTexts = new Map([
  ['session.started', 'signed in'],
  ['session.ended', 'signed out'],
  ['session.confirmed', 'confirmed that it is them'],
  ['authenticator.added', 'authenticator app added'],
  ['authenticator.replaced', 'authenticator app replaced'],
  ['authenticator.removed', 'authenticator app removed'],
  ['passkey.added', 'passkey added'],
  ['passkey.removed', 'passkey removed'],
  ['passkey.renamed', 'passkey renamed'],
  ['provider.linked', 'linked with the provider'],
  ['recovery-codes.created', 'recovery codes created'],
  ['recovery-code.used', 'recovery code used'],
  ['second-factor.reset', 'second factor removed'],
  ['password.issued', 'temporary password issued'],
  ['permissions.changed', 'permissions changed'],
  ['permissions.ended', 'permissions ended'],
  ['attendance.leave-changed', 'recalculated after a change of leave'],
  ['notification.broadcast', 'sent to several people'],
  ['stock-alert.created', 'raised'],
  ['supplier-link.created', 'linked'],
  ['inventory.on-order', 'quantity on purchase orders changed'],
  ['inventory.supplier-linked', 'linked to a supplier'],
  ['inventory.supplier-unlinked', 'link to a supplier undone'],
  ['bill.created', 'entered'],
  ['purchase-order.created', 'entered'],
  ['purchase-order.submitted', 'submitted for approval'],
  ['purchase-order.received', 'goods received'],
  ['purchase-order.closed-short', 'closed short'],
  ['purchase-order.overdue', 'overdue'],
  ['stock-transfer.created', 'sent'],
  ['batch-recall.created', 'started'],
  ['inventory.in', 'stock received'],
  ['inventory.out', 'stock used'],
  ['inventory.adjustment', 'stock adjusted to the count'],
  ['inventory.waste', 'stock wasted'],
  ['inventory.return', 'stock returned to the supplier'],
  ['inventory.transfer_out', 'stock sent to another laboratory'],
  ['inventory.transfer_in', 'stock received from another laboratory'],
  ['inventory.quarantine', 'batch quarantined'],
  ['inventory.release', 'batch released'],
  ['inventory.accept', 'batch accepted'],
  ['inventory.recall', 'batch recalled'],
  ['inventory.open', 'pack opened'],
]);

/** `stock-transfer.received` → `received` */
export function actionText(action: string): string {
  const text = actionTexts.get(action);
  if (text !== undefined) return text;
  return action.slice(action.indexOf('.') + 1).replaceAll(/[-_.]/g, ' ');
}

/** `contact.whatsAppNumber` → `Contact: whats app number`; `amountPaise` → `Amount` */
export function fieldText(field: string): string {
  const words = field
    .split('.')
    .map((part) => part.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase())
    .join(': ')
    .replace(/ (paise|id)$/, '');
  return capitalized(words);
}

/** A stored value as it reads on screen; amounts are in paise. */
export function valueText(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return field.endsWith('Paise') ? formatMoney(BigInt(value)) : String(value);
  if (typeof value === 'string') return INSTANT.test(value) ? formatInstant(value) : value;
  if (Array.isArray(value))
    return value.flatMap((entry: unknown) => valueText(field, entry) ?? []).join(' · ') || 'None';
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const text = name === '_id' ? undefined : valueText(name, part);
    return text === undefined ? [] : [name === 'name' ? text : `${fieldText(name)}: ${text}`];
  });
  return parts.join(', ') || undefined;
}

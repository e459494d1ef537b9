import { formatInstant, formatMoney } from '../../lib/format';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** `stock-transfer.dispatched` → `dispatched` */
export function actionText(action: string): string {
  return action.slice(action.indexOf('.') + 1).replaceAll(/[-_.]/g, ' ');
}

/** `contact.whatsAppNumber` → `Contact: whats app number`; `amountPaise` → `Amount` */
export function fieldText(field: string): string {
  const words = field
    .split('.')
    .map((part) => part.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase())
    .join(': ')
    .replace(/ (paise|id)$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A stored value as it reads on screen; amounts are in paise. */
export function valueText(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return field.endsWith('Paise') ? formatMoney(BigInt(value)) : String(value);
  if (typeof value === 'string') return INSTANT.test(value) ? formatInstant(value) : value;
  return JSON.stringify(value);
}

import { formatCount, formatInstant } from '../../lib/format';

export function confirmedAddressText(confirmedAt: string, lastEmailAt: string | null): string {
  const confirmed = formatInstant(confirmedAt);
  return lastEmailAt === null
    ? `Confirmed ${confirmed}.`
    : `Confirmed ${confirmed}. Last email ${formatInstant(lastEmailAt)}.`;
}

export function confirmedNumberText(confirmedAt: string, lastMessageAt: string | null): string {
  const confirmed = formatInstant(confirmedAt);
  return lastMessageAt === null
    ? `Confirmed ${confirmed}.`
    : `Confirmed ${confirmed}. Last message ${formatInstant(lastMessageAt)}.`;
}

/** Why nothing can be sent to the number of an account, if it has one. */
export function noNumberText(phone: string | null): string {
  return phone === null
    ? 'Your account has no phone number. Ask an administrator to enter one in Staff, such as +91 98300 12345.'
    : `Nothing can be sent to ${phone}: the country code is missing. Ask an administrator to add it in Staff.`;
}

export const failedMessagesText = 'Each was tried six times within nine hours, or rejected permanently.';

export function pendingMessagesText(count: number): string {
  return count === 0 ? 'No other messages are pending.' : `Pending messages: ${formatCount(count)}.`;
}

/** `Digest to Asha Rao · Email` */
export function failedMessageText(purpose: string, recipient: string | null, channel: string): string {
  return recipient === null ? `${purpose} to an account · ${channel}` : `${purpose} to ${recipient} · ${channel}`;
}

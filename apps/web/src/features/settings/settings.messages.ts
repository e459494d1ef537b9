import { plural } from '@shifa/contract';
import { formatCount } from '../../lib/format';

/** Before the latest hash of a ledger. */
export function linksText(count: number): string {
  return plural(count, '1 link, hash', `${formatCount(count)} links, hash`);
}

export const cancelledText = 'The verification was cancelled.';
export const notCompletedText = "Couldn't complete the verification. Try again.";

export function othersDifferText(count: number): string {
  return plural(count, '1 more record differs.', `${formatCount(count)} more records differ.`);
}

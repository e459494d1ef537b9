import { plural } from '@shifa/contract';
import { unsentPunches } from '../../features/attendance/scan/unsent-punches';
import { lostCounts } from '../../features/inventory/count/counts-under-way';

/** What a person loses, or has not sent yet, by signing out on this device; nothing if there is none of it. */
export function leftBehindBy(userId: string): string | undefined {
  return [unsentPunchesOf(userId), lostCounts(userId)].filter((text) => text !== undefined).join(' ') || undefined;
}

function unsentPunchesOf(userId: string): string | undefined {
  const count = unsentPunches(userId);
  if (count === 0) return undefined;
  return `${plural(count, 'One of your clock times hasn’t', `${count} of your clock times haven’t`)} been sent yet. To send them, sign in again on this device.`;
}

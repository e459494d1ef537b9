import { z } from 'zod';

/** Of the entry of local storage in which a device keeps the clockings of a person that reached no server. */
export const UNSENT_PREFIX = 'offline-punches:';

/** How many clockings of a person wait on this device; small enough to be asked by every page. */
export function unsentPunches(owner: string): number {
  try {
    return z.array(z.unknown()).parse(JSON.parse(localStorage.getItem(UNSENT_PREFIX + owner) ?? '[]')).length;
  } catch {
    return 0;
  }
}

import { z } from 'zod';
import { stored } from '../../../lib/storage';

/** How many clockings of a person wait on this device; small enough to be asked by every page. */
export function unsentPunches(owner: string): number {
  try {
    return z.array(z.unknown()).parse(JSON.parse(stored.offlinePunches.of(owner).read() ?? '[]')).length;
  } catch {
    return 0;
  }
}

import type { ClockState } from '@shifa/contract';
import { z } from 'zod';
import { stored } from '../../../lib/storage';
import { sinceOf } from './time-at-work';

/** Longer ago than a shift and its end by itself, the state of a clock says nothing. */
const SAYS_SOMETHING_MS = 16 * 3_600_000;

const LastClock = z.object({
  state: z.enum(['in', 'out', 'on_break']),
  /** Since when. */
  since: z.iso.datetime().optional(),
  /** When the server said so, on its own clock. */
  at: z.iso.datetime(),
});
type LastClock = z.infer<typeof LastClock>;

/** Each person's clock as the server last showed it on this device, for when it cannot be reached. */
export const lastClock = {
  read(owner: string, now = new Date()): LastClock | undefined {
    try {
      const last = LastClock.parse(JSON.parse(stored.lastClock.of(owner).read() ?? 'null'));
      return now.getTime() - Date.parse(last.at) < SAYS_SOMETHING_MS ? last : undefined;
    } catch {
      return undefined;
    }
  },

  keep(owner: string, clock: ClockState): void {
    try {
      const last: LastClock = { state: clock.state, since: sinceOf(clock), at: clock.now };
      stored.lastClock.of(owner).write(JSON.stringify(last));
    } catch {
      // Without room, the clock is not known without a network.
    }
  },
};

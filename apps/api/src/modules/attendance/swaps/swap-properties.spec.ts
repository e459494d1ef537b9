import { PoliciesSchema } from '@shifa/contract';
import fc from 'fast-check';
import { newId } from '../../../platform/domain/object-id';
import { addDays } from '../../../platform/time/business-day';
import { planOf } from '../days/calendar';
import { type PublishedValue, toRosteredDay } from '../rosters/roster.repository';
import type { SwappedShift } from '../rosters/swap.repository';
import { movesOf } from './swap-checks';

// Around the end of a month and a year, where nights end in another one.
const FIRST = '2026-12-28';
const DAYS = Array.from({ length: 8 }, (_, index) => addDays(FIRST, index));
const shifts = [
  { code: 'M', start: '06:00', end: '14:00' },
  { code: 'N', start: '22:00', end: '06:00' },
  { code: 'L', start: '08:00', end: '20:00' },
].map((one) => ({ ...one, name: one.code, shiftTypeId: newId(), breakMinutes: 30 }));

/** What the oracle knows of a day: an index of a shift, or nothing on a day off. */
type Roster = Map<string, number>;

const roster = fc
  .array(fc.option(fc.nat(shifts.length - 1), { nil: null }), { minLength: DAYS.length, maxLength: DAYS.length })
  .map(
    (values): Roster => new Map(DAYS.flatMap((day, at) => (values[at] == null ? [] : [[day, values[at]] as const]))),
  );

const laboratory = {
  workingHours: { start: '09:00', end: '18:00' },
  weeklyOff: [0],
  holidays: [],
  timezone: 'Asia/Kolkata',
  policies: PoliciesSchema.parse({}),
};

function shiftAt(index: number) {
  const shift = shifts[index];
  if (!shift) throw new Error('There is no such shift');
  return shift;
}

const toPublished = (index: number | undefined): PublishedValue =>
  index === undefined ? { value: 'off' } : { value: 'shift', ...shiftAt(index) };

describe('a swap', () => {
  it('leaves both with what the other had, and attendance follows, over random rosters', () => {
    const owner = newId();
    const colleague = newId();
    let swapped = 0;
    fc.assert(
      fc.property(roster, roster, fc.nat(7), fc.option(fc.nat(7), { nil: null }), (ofOwner, ofColleague, at, other) => {
        const [day, wanted] = [DAYS[at] ?? FIRST, other === null ? null : (DAYS[other] ?? FIRST)];
        const given = ofOwner.get(day);
        const taken = wanted === null ? undefined : ofColleague.get(wanted);
        // What the product refuses: nothing to give or take, and days on which the other one works already.
        if (given === undefined || (wanted !== null && taken === undefined)) return;
        if (wanted !== day && ofColleague.has(day)) return;
        if (wanted !== null && wanted !== day && ofOwner.has(wanted)) return;
        swapped += 1;
        const swappedShift = (index: number, on: string): SwappedShift => ({
          ...shiftAt(index),
          day: on,
          startsAt: new Date(0),
        });
        const swap = {
          userId: owner,
          shift: swappedShift(given, day),
          inExchange: wanted === null || taken === undefined ? null : swappedShift(taken, wanted),
        };
        // The oracle exchanges the entries of two maps.
        const expected = { owner: new Map(ofOwner), colleague: new Map(ofColleague) };
        expected.owner.delete(day);
        if (wanted !== null && taken !== undefined) {
          expected.colleague.delete(wanted);
          expected.owner.set(wanted, taken);
        }
        expected.colleague.set(day, given);
        const moves = movesOf(swap, colleague.toHexString());
        const keys = moves.map(({ userId, day: on }) => `${userId} ${on}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const [id, before, after] of [
          [owner, ofOwner, expected.owner],
          [colleague, ofColleague, expected.colleague],
        ] as const) {
          for (const on of DAYS) {
            const move = moves.find((one) => one.userId === id.toHexString() && one.day === on);
            const plan = planOf(
              on,
              { shift: null },
              laboratory,
              toRosteredDay(move?.value ?? toPublished(before.get(on))),
            );
            const index = after.get(on);
            expect([plan.kind, plan.shift.rostered?.code, plan.source]).toEqual(
              index === undefined ? ['weekly_off', undefined, 'roster'] : ['working', shifts[index]?.code, 'roster'],
            );
          }
        }
      }),
      { numRuns: 10_000 },
    );
    expect(swapped).toBeGreaterThan(1_000);
  });
});

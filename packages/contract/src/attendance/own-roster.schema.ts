import { z } from 'zod';
import { BusinessDaySchema, daysBetween, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { DayKindSchema, DayLeaveSchema } from './attendance.status.js';
import { RosterTimesSchema } from './roster.schema.js';
import { ShiftColourSchema } from './shift-type.schema.js';

const MAX_OWN_DAYS = 62;

export const MyRosterQuery = z
  .object({ from: BusinessDaySchema, to: BusinessDaySchema })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' })
  .refine(({ from, to }) => from > to || daysBetween(from, to) <= MAX_OWN_DAYS, {
    path: ['to'],
    error: `At most ${MAX_OWN_DAYS} days at once`,
  });
export type MyRosterQuery = z.infer<typeof MyRosterQuery>;

/** What the caller works on each day, and why. */
export const MyRosterSchema = z.object({
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string(), timezone: z.string() }),
  /** The laboratory’s. */
  today: BusinessDaySchema,
  days: z.array(
    z.object({
      day: BusinessDaySchema,
      kind: DayKindSchema,
      /** Where the shift and the kind come from: the published roster, else a weekly shift. */
      source: enumOf(['roster', 'person', 'laboratory']),
      /** Null on a day without work. */
      shift: RosterTimesSchema.extend({
        /** Of the shift type; null for a weekly shift. */
        name: z.string().nullable(),
        code: z.string().nullable(),
        colour: ShiftColourSchema.nullable(),
        startsAt: InstantSchema,
        endsAt: InstantSchema,
      }).nullable(),
      holiday: z.string().nullable(),
      /** Approved leave. */
      leave: DayLeaveSchema.nullable(),
    }),
  ),
});
export type MyRoster = z.infer<typeof MyRosterSchema>;

/** A private link to the own roster as a calendar. */
export const CalendarLinkSchema = z.object({ createdAt: InstantSchema });
export type CalendarLink = z.infer<typeof CalendarLinkSchema>;

/** The address is returned only once, as the server keeps only its hash. */
export const NewCalendarLinkSchema = CalendarLinkSchema.extend({
  /** A path on this site; calendar programs need it with the site before it. */
  path: z.string(),
});
export type NewCalendarLink = z.infer<typeof NewCalendarLinkSchema>;

export const CalendarParams = z.object({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete'),
});

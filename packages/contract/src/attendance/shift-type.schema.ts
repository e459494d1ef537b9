import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { InstantSchema, TimeOfDaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { anyOf, PageQuery } from '../common/page.js';
import { optionalText, requiredText, wholeNumber } from '../common/text.js';

/** The shift types of a laboratory, archived ones included. */
export const MAX_SHIFT_TYPES = 60;

/** The code of a day off in patterns and on the keyboard. No shift type has it. */
export const OFF_CODE = 'O';

export const shiftColours = [
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
  'red',
  'orange',
  'amber',
  'green',
  'grey',
] as const;
export const ShiftColourSchema = enumOf(shiftColours, 'Colour is required');
export type ShiftColour = (typeof shiftColours)[number];

export const shiftTypeStatuses = ['active', 'archived'] as const;
export const ShiftTypeStatusSchema = enumOf(shiftTypeStatuses);

export const MAX_SKILLS = 20;

/** What someone must know for a shift, such as `Microbiology`. Compared without regard to case. */
export const SkillsSchema = z
  .array(requiredText('Enter the skill').max(40, 'A skill must be at most 40 characters'))
  .max(MAX_SKILLS, `At most ${MAX_SKILLS} skills`)
  .transform((skills) => [...new Map(skills.map((skill) => [skill.toLowerCase(), skill])).values()]);

type Times = { start: string; end: string; breakMinutes: number };

/** The minutes from the start to the end of a shift on the clock. An end that is not after the start is on the next day. */
export function shiftMinutes({ start, end }: Pick<Times, 'start' | 'end'>): number {
  const [from, to] = [minuteOfDay(start), minuteOfDay(end)];
  return to > from ? to - from : to + 24 * 60 - from;
}

/** `06:30` → 390 */
export function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

const fields = {
  name: requiredText('Name is required').max(60, 'Name must be at most 60 characters'),
  /** One or two letters, unique in the laboratory. `O` is the day off. */
  code: requiredText('Code is required')
    .toUpperCase()
    .regex(/^[A-Z]{1,2}$/, 'A code is one or two letters')
    .refine((code) => code !== OFF_CODE, `${OFF_CODE} is the code of a day off`),
  colour: ShiftColourSchema,
  /** On the laboratory's clock. An end that is not after the start is on the next day. */
  start: requiredText('Start is required').pipe(TimeOfDaySchema),
  end: requiredText('End is required').pipe(TimeOfDaySchema),
  breakMinutes: wholeNumber(0, 240),
  /** For whom the shift is meant; null for everyone. */
  department: optionalText('Department', 80),
  skills: SkillsSchema,
  /** How many people the shift needs, from Sunday to Saturday; 0 where it needs no one. */
  minimumStaff: z.array(wholeNumber(0, 200)).length(7, 'Enter a number for each day of the week'),
};

const breakFits = {
  path: ['breakMinutes'],
  error: 'The break must be shorter than the shift',
  check: ({ start, end, breakMinutes }: Partial<Times>) =>
    start === undefined || end === undefined || (breakMinutes ?? 0) < shiftMinutes({ start, end }),
};

export const CreateShiftTypeBody = z
  .object({
    laboratoryId: IdSchema,
    ...fields,
    breakMinutes: fields.breakMinutes.default(30),
    department: fields.department.default(null),
    skills: fields.skills.default([]),
    minimumStaff: fields.minimumStaff.default([0, 0, 0, 0, 0, 0, 0]),
  })
  .refine(breakFits.check, { path: breakFits.path, error: breakFits.error });
export type CreateShiftTypeBody = z.infer<typeof CreateShiftTypeBody>;
export type CreateShiftTypeInput = z.input<typeof CreateShiftTypeBody>;

/**
 * The fields to change, each as a whole; times together. Days that are planned take the new times when they are
 * published, and published days keep theirs until they are published again.
 */
export const UpdateShiftTypeBody = z
  .object({ ...z.object(fields).partial().shape, version: VersionSchema })
  .refine(breakFits.check, { path: breakFits.path, error: breakFits.error });
export type UpdateShiftTypeBody = z.infer<typeof UpdateShiftTypeBody>;

export const ShiftTypeListQuery = PageQuery.extend({
  /** The caller's own laboratory when omitted. */
  laboratoryId: IdSchema.optional(),
  status: anyOf(ShiftTypeStatusSchema).optional(),
});
export type ShiftTypeListQuery = z.infer<typeof ShiftTypeListQuery>;

export const shiftTypeActions = ['edit', 'archive', 'restore', 'remove'] as const;
export type ShiftTypeAction = (typeof shiftTypeActions)[number];

export const ShiftTypeSchema = z.object({
  _id: IdSchema,
  laboratoryId: IdSchema,
  name: z.string(),
  code: z.string(),
  colour: ShiftColourSchema,
  start: z.string(),
  end: z.string(),
  breakMinutes: z.number().int(),
  department: z.string().nullable(),
  skills: z.array(z.string()),
  minimumStaff: z.array(z.number().int()),
  status: ShiftTypeStatusSchema,
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...shiftTypeActions),
});
export type ShiftType = z.infer<typeof ShiftTypeSchema>;

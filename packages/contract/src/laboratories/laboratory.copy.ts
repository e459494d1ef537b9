import { z } from 'zod';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { fieldSetters } from '../common/setter.js';
import { wholeNumber } from '../common/text.js';
import { type Policies, policySetters } from './laboratory.extensions.js';
import { type Holiday, type Laboratory, laboratorySetters } from './laboratory.schema.js';

const { weeklyOff, workingHours, holidays } = laboratorySetters;

type PolicyPath = {
  [Feature in keyof Policies]: `policies.${Feature}.${keyof Policies[Feature] & string}`;
}[keyof Policies];

/** A field of a laboratory that another one can take over. */
export type CopiedField = 'weeklyOff' | 'workingHours' | 'holidays' | PolicyPath;

const copiedFields = fieldSetters({ weeklyOff, workingHours, holidays, policies: policySetters }).map(
  ([path]) => path,
) as [CopiedField, ...CopiedField[]];

/** Copies fields of one laboratory, as the person saw them, to another. */
export const CopyLaboratoryBody = z
  .object({
    from: z.object({ _id: IdSchema, version: VersionSchema }),
    fields: z.array(enumOf(copiedFields)).min(1, 'Choose what to copy').max(copiedFields.length),
    /** Of which year the holidays are copied. */
    year: wholeNumber(2000, 2100).optional(),
    /** Of the laboratory that changes. */
    version: VersionSchema,
  })
  .refine(({ fields, year }) => year !== undefined || !fields.includes('holidays'), {
    path: ['year'],
    error: 'Year is required',
  });
export type CopyLaboratoryBody = z.infer<typeof CopyLaboratoryBody>;

type Copied = Pick<Laboratory, 'weeklyOff' | 'workingHours' | 'holidays' | 'policies'>;

/**
 * What a laboratory would have after fields of another were copied to it. Its own holidays stay: of the others, only
 * those on other days are added.
 */
export function copyOf(
  source: Copied,
  target: Copied,
  { fields, year }: Pick<CopyLaboratoryBody, 'fields' | 'year'>,
): Copied {
  const chosen = new Set<string>(fields);
  const taken = <Field extends keyof Copied>(field: Field) => (chosen.has(field) ? source : target)[field];
  return {
    weeklyOff: taken('weeklyOff'),
    workingHours: taken('workingHours'),
    holidays: chosen.has('holidays') ? withHolidays(target.holidays, holidaysOf(source, year)) : target.holidays,
    policies: Object.fromEntries(
      Object.entries(policySetters).map(([feature, setters]) => {
        const values = Object.keys(setters).map((name) => {
          const { policies } = chosen.has(`policies.${feature}.${name}`) ? source : target;
          return [name, (policies[feature as keyof Policies] as Record<string, unknown>)[name]];
        });
        return [feature, Object.fromEntries(values)];
      }),
    ) as Policies,
  };
}

function holidaysOf({ holidays: all }: Copied, year: number | undefined): Holiday[] {
  return all.filter(({ date }) => date.startsWith(`${year ?? ''}-`));
}

function withHolidays(own: readonly Holiday[], others: readonly Holiday[]): Holiday[] {
  const taken = new Set(own.map(({ date }) => date));
  return [...own, ...others.filter(({ date }) => !taken.has(date))].sort((a, b) => a.date.localeCompare(b.date));
}

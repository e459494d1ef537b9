import { z } from 'zod';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { fieldSetters } from '../common/setter.js';
import { wholeNumber } from '../common/text.js';
import { type Policies, policySetters } from './laboratory.extensions.js';
import { laboratorySetters } from './laboratory.schema.js';

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

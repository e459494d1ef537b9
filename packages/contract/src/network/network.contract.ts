import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { successOf } from '../common/envelope.js';
import { VersionSchema } from '../common/id.js';
import { defineRoutes } from '../common/route.js';
import { SecondFactorPolicySchema, SetSecondFactorPolicyBody } from '../auth/second-factor-policy.schema.js';
import { LaboratorySchema } from '../laboratories/laboratory.schema.js';

export const defaultRetention = { notificationDays: 180, reportFileDays: 180 };

const keptDays = z
  .number('Enter a number of days')
  .int('Enter whole days')
  .min(30, 'Must be at least 30 days')
  .max(3650, 'Must be at most 3650 days');

/** How long the network keeps what it may remove. Entries, stock, attendance and the audit log are never removed. */
export const RetentionSchema = z.object({
  /** Of notifications, from when they were sent. A change applies to those that are sent from then on. */
  notificationDays: keptDays,
  /** Of the files of reports, from when they were generated. A change applies to all of them, from the next night. */
  reportFileDays: keptDays,
  /** Name of the person who last changed it; null if no one has. */
  updatedBy: z.string().nullable(),
  updatedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type Retention = z.infer<typeof RetentionSchema>;

export const SetRetentionBody = RetentionSchema.pick({ notificationDays: true, reportFileDays: true, version: true });
export type SetRetentionBody = z.infer<typeof SetRetentionBody>;

export const NetworkSettingsSchema = z.object({
  /** By name, as `docs/operating.md` lists them. A value that is secret or not set is null. */
  variables: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  retention: RetentionSchema,
  secondFactor: SecondFactorPolicySchema,
  /** Every laboratory that is not archived, by name, at most 500. */
  laboratories: z.array(LaboratorySchema.pick({ _id: true, name: true, code: true, policies: true })),
});
export type NetworkSettings = z.infer<typeof NetworkSettingsSchema>;

export const networkContract = defineRoutes({
  settings: {
    method: 'GET',
    path: '/settings/network',
    summary: 'Get the settings of the network',
    description:
      'The policies of all laboratories that aren’t archived, the retention periods and how this installation is ' +
      'configured. Secret values are null.',
    responses: { 200: successOf(NetworkSettingsSchema) },
    metadata: { permission: 'settings.view', scope: 'all' },
  },
  setRetention: {
    method: 'PUT',
    path: '/settings/network/retention',
    summary: 'Set how long notifications and the files of reports are kept',
    description:
      'A change for notifications applies to those that are sent from then on; one for report files to all of them, ' +
      'from the next night.',
    body: SetRetentionBody,
    responses: { 200: successOf(RetentionSchema, 'The retention periods were saved') },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'settings.edit', scope: 'all' },
  },
  setSecondFactorPolicy: {
    method: 'PUT',
    path: '/settings/network/second-factor',
    summary: 'Set which roles need a second factor',
    description:
      'Takes effect at once. During the grace period, people without a second factor are told by when they have to add ' +
      'one; afterwards, everything else answers `SECOND_FACTOR_SETUP_REQUIRED` to them. The time of a role that stays ' +
      'required goes on. To require it of one’s own role, one needs a second factor.',
    body: SetSecondFactorPolicyBody,
    responses: { 200: successOf(SecondFactorPolicySchema, 'The rule for second factors was saved') },
    errors: ['OWN_SECOND_FACTOR_MISSING', 'NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'settings.edit', scope: 'all', fresh: true },
  },
});

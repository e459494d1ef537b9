import { z } from 'zod';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionSchema } from '../common/id.js';
import { plural } from '../common/plural.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { OfferShiftBody, OpenShiftListQuery, OpenShiftSchema } from './open-shift.schema.js';

/** Shifts that planners offer to those who are free and qualified. */
export const openShiftsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/attendance/roster/open-shifts',
    summary: 'List open shifts',
    description: 'Of a laboratory, the first day first, with whether the caller can take one and why not.',
    query: OpenShiftListQuery,
    responses: { 200: pageOf(OpenShiftSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  offer: {
    method: 'POST',
    path: '/attendance/roster/open-shifts',
    summary: 'Offer an open shift',
    description: 'Those who are free and qualified get one message. A shift type is open once on a day.',
    headers: idempotent,
    body: OfferShiftBody,
    responses: {
      201: successOf(
        OpenShiftSchema,
        ({ places }) => `The shift was offered for ${plural(places, '1 person', `${places} people`)}`,
      ),
    },
    errors: [
      'LABORATORY_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'SHIFT_TYPE_NOT_FOUND',
      'SHIFT_TYPE_ARCHIVED',
      'OPEN_SHIFT_EXISTS',
    ],
    metadata: { permission: 'attendance.roster' },
  },
  take: {
    method: 'POST',
    path: '/attendance/roster/open-shifts/:id/take',
    summary: 'Take an open shift',
    description: 'The shift is published for the caller at once, unless a rule forbids it. Planners get a message.',
    headers: idempotent,
    pathParams: IdParams,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(OpenShiftSchema, 'The shift is yours') },
    errors: [
      'OPEN_SHIFT_NOT_FOUND',
      'OPEN_SHIFT_ENDED',
      'ROSTER_HAS_CONFLICTS',
      'ROSTER_DAY_RECORDED',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
    ],
    metadata: { permission: 'attendance.view' },
  },
  withdraw: {
    method: 'POST',
    path: '/attendance/roster/open-shifts/:id/withdraw',
    summary: 'Withdraw an open shift',
    description: 'Those who took a place keep it.',
    headers: idempotent,
    pathParams: IdParams,
    body: z.object({ version: VersionSchema.optional() }).prefault({}),
    responses: { 200: successOf(OpenShiftSchema, 'The open shift was withdrawn') },
    errors: ['OPEN_SHIFT_NOT_FOUND', 'OPEN_SHIFT_ENDED', 'VERSION_CONFLICT'],
    metadata: { permission: 'attendance.roster' },
  },
});

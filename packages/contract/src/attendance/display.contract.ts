import { z } from 'zod';
import { doneOf, successOf } from '../common/envelope.js';
import { IdParams, IdSchema } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import {
  CreateDisplayBody,
  DisplayCodesQuery,
  DisplayCodesSchema,
  DisplayPairingSchema,
  DisplaySchema,
  MAX_DISPLAYS,
  PairDisplayBody,
  PairedDisplaySchema,
} from './display.schema.js';

/** The displays on the walls of laboratories. */
export const displaysContract = defineRoutes({
  /** The viewer's own laboratory when omitted. */
  list: {
    method: 'GET',
    path: '/attendance/displays',
    summary: 'List the wall displays of a laboratory',
    query: z.object({ laboratoryId: IdSchema.optional() }),
    responses: { 200: successOf(z.array(DisplaySchema).max(MAX_DISPLAYS)) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.create' },
  },
  create: {
    method: 'POST',
    path: '/attendance/displays',
    summary: 'Create a code that pairs a wall display',
    headers: idempotent,
    body: CreateDisplayBody,
    responses: { 201: successOf(DisplayPairingSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'TOO_MANY_DISPLAYS'],
    metadata: { permission: 'attendance.create' },
  },
  /** Once per code; repeating it with the same token changes nothing. */
  pair: {
    method: 'POST',
    path: '/attendance/displays/pair',
    summary: 'Pair a wall display with a code',
    body: PairDisplayBody,
    responses: { 200: successOf(PairedDisplaySchema) },
    errors: ['PAIRING_CODE_INVALID', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'public' },
  },
  /** The only route that the token of a display opens. */
  codes: {
    method: 'GET',
    path: '/attendance/displays/codes',
    summary: 'Get the codes that a wall display shows now and in the next hours',
    query: DisplayCodesQuery,
    responses: { 200: successOf(DisplayCodesSchema) },
    errors: ['DISPLAY_REMOVED', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'display' },
  },
  /** Its token and the codes that it holds for later are refused from then on. */
  remove: {
    method: 'DELETE',
    path: '/attendance/displays/:id',
    summary: 'Remove a wall display',
    pathParams: IdParams,
    responses: { 200: doneOf('The display was removed') },
    errors: ['DISPLAY_NOT_FOUND'],
    metadata: { permission: 'attendance.create' },
  },
});

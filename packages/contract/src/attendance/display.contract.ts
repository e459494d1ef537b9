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
  list: {
    method: 'GET',
    path: '/attendance/displays',
    summary: 'List the wall displays of a laboratory',
    description: 'Without `laboratoryId`, those of the caller’s own laboratory.',
    query: z.object({ laboratoryId: IdSchema.optional() }),
    responses: { 200: successOf(z.array(DisplaySchema).max(MAX_DISPLAYS)) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.create' },
  },
  create: {
    method: 'POST',
    path: '/attendance/displays',
    summary: 'Create a code that pairs a wall display',
    description: 'The code pairs one display, once. A laboratory can have up to 10 displays.',
    headers: idempotent,
    body: CreateDisplayBody,
    responses: { 201: successOf(DisplayPairingSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'TOO_MANY_DISPLAYS'],
    metadata: { permission: 'attendance.create' },
  },
  pair: {
    method: 'POST',
    path: '/attendance/displays/pair',
    summary: 'Pair a wall display with a code',
    description:
      'The display chooses its token itself. Works once for each code; a repeated request with the same token ' +
      'changes nothing.',
    body: PairDisplayBody,
    responses: { 200: successOf(PairedDisplaySchema) },
    errors: ['PAIRING_CODE_INVALID', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'public' },
  },
  codes: {
    method: 'GET',
    path: '/attendance/displays/codes',
    summary: 'Get the codes that a wall display shows now and in the next hours',
    description: 'The only route that the token of a display opens.',
    query: DisplayCodesQuery,
    responses: { 200: successOf(DisplayCodesSchema) },
    errors: ['DISPLAY_REMOVED', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'display' },
  },
  remove: {
    method: 'DELETE',
    path: '/attendance/displays/:id',
    summary: 'Remove a wall display',
    description: 'Its token, and the codes that it holds for later, are refused from then on.',
    pathParams: IdParams,
    responses: { 200: doneOf('The display was removed') },
    errors: ['DISPLAY_NOT_FOUND'],
    metadata: { permission: 'attendance.create' },
  },
});

import { doneOf, pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionQuery } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { historyRoute } from '../common/route-families.js';
import { CreateShiftTypeBody, ShiftTypeListQuery, ShiftTypeSchema, UpdateShiftTypeBody } from './shift-type.schema.js';

const ofOneVersion = ShiftTypeSchema.pick({ version: true }).partial().prefault({});

/** What the roster of a laboratory is planned with. */
export const shiftTypesContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/attendance/shift-types',
    summary: 'List the shift types of a laboratory',
    description: 'By start, then by code. A laboratory has at most 60, archived ones included.',
    query: ShiftTypeListQuery,
    responses: { 200: pageOf(ShiftTypeSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.roster' },
  },
  get: {
    method: 'GET',
    path: '/attendance/shift-types/:id',
    summary: 'Get a shift type',
    description: 'The shift type with what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(ShiftTypeSchema) },
    errors: ['SHIFT_TYPE_NOT_FOUND'],
    metadata: { permission: 'attendance.roster' },
  },
  history: historyRoute({
    path: '/attendance/shift-types/:id/history',
    summary: 'Get the history of a shift type',
    description: 'Every change to the shift type, newest first, with the fields before and after.',
    errors: ['SHIFT_TYPE_NOT_FOUND'],
    permission: 'attendance.roster',
  }),
  create: {
    method: 'POST',
    path: '/attendance/shift-types',
    summary: 'Create a shift type',
    description: 'In a laboratory of the caller’s scope. The code must be free, also among archived shift types.',
    headers: idempotent,
    body: CreateShiftTypeBody,
    responses: { 201: successOf(ShiftTypeSchema, ({ name }) => `${name} was created`) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'SHIFT_TYPE_CODE_TAKEN'],
    metadata: { permission: 'attendance.roster' },
  },
  update: {
    method: 'PUT',
    path: '/attendance/shift-types/:id',
    summary: 'Change a shift type',
    description:
      'Planned days take the new times when they are published. Days that are already published keep theirs until ' +
      'they are published again.',
    pathParams: IdParams,
    body: UpdateShiftTypeBody,
    responses: { 200: successOf(ShiftTypeSchema, ({ name }) => `${name} was changed`) },
    errors: ['SHIFT_TYPE_NOT_FOUND', 'VERSION_CONFLICT', 'SHIFT_TYPE_CODE_TAKEN'],
    metadata: { permission: 'attendance.roster' },
  },
  archive: {
    method: 'POST',
    path: '/attendance/shift-types/:id/archive',
    summary: 'Archive a shift type',
    description: 'No further day can be planned with it. Days that are planned or published keep it.',
    headers: idempotent,
    pathParams: IdParams,
    body: ofOneVersion,
    responses: { 200: successOf(ShiftTypeSchema, ({ name }) => `${name} was archived`) },
    errors: ['SHIFT_TYPE_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'attendance.roster' },
  },
  restore: {
    method: 'POST',
    path: '/attendance/shift-types/:id/restore',
    summary: 'Restore an archived shift type',
    description: 'Days can be planned with it again.',
    headers: idempotent,
    pathParams: IdParams,
    body: ofOneVersion,
    responses: { 200: successOf(ShiftTypeSchema, ({ name }) => `${name} was restored`) },
    errors: ['SHIFT_TYPE_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'attendance.roster' },
  },
  remove: {
    method: 'DELETE',
    path: '/attendance/shift-types/:id',
    summary: 'Delete a shift type that was never used',
    description: 'A shift type that a day was planned with is archived instead.',
    pathParams: IdParams,
    query: VersionQuery,
    responses: { 200: doneOf('The shift type was deleted') },
    errors: ['SHIFT_TYPE_NOT_FOUND', 'VERSION_CONFLICT', 'SHIFT_TYPE_IN_USE'],
    metadata: { permission: 'attendance.roster' },
  },
});

import { z } from 'zod';
import { BulkAnswerSchema } from '../common/bulk.js';
import { DayRangeQuery } from '../common/day.js';
import { pageOf, successOf } from '../common/envelope.js';
import { BlockerSchema } from '../common/error.js';
import { IdParams, VersionQuery } from '../common/id.js';
import { plural } from '../common/plural.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { historyRoute } from '../common/route-families.js';
import { AddHolidaysBody } from './holiday-list.js';
import { CopyLaboratoryBody } from './laboratory.copy.js';
import {
  CreateLaboratoryBody,
  LaboratoryListItemSchema,
  LaboratoryListQuery,
  LaboratoryOptionSchema,
  LaboratorySchema,
  LaboratoryStatsSchema,
  UpdateLaboratoryBody,
} from './laboratory.schema.js';

export const laboratoriesContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/laboratories',
    summary: 'List laboratories with filters, search and sorting',
    description: 'Laboratories of the caller’s scope, by name unless `sort` says otherwise.',
    query: LaboratoryListQuery,
    responses: { 200: pageOf(LaboratoryListItemSchema) },
    metadata: { permission: 'laboratories.view' },
  },
  options: {
    method: 'GET',
    path: '/laboratories/list',
    summary: 'List laboratories for a selection',
    description: 'Laboratories that aren’t archived, by name, at most 500.',
    responses: { 200: successOf(z.array(LaboratoryOptionSchema)) },
    metadata: { permission: 'laboratories.view' },
  },
  get: {
    method: 'GET',
    path: '/laboratories/:id',
    summary: 'Get a laboratory',
    description: 'The laboratory with its calendar, policies and what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(LaboratorySchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'laboratories.view' },
  },
  create: {
    method: 'POST',
    path: '/laboratories',
    summary: 'Create a laboratory',
    description: 'Codes are never reused, so the code of an archived laboratory is taken as well.',
    headers: idempotent,
    body: CreateLaboratoryBody,
    responses: { 201: successOf(LaboratorySchema, ({ name }) => `${name} was created`) },
    errors: ['LABORATORY_CODE_TAKEN'],
    metadata: { permission: 'laboratories.create' },
  },
  update: {
    method: 'PUT',
    path: '/laboratories/:id',
    summary: 'Change, suspend or resume a laboratory',
    description:
      'Some fields, such as the code and the status, need a permission that reaches all laboratories. `OWN_WORK` ' +
      'refuses fields that decide what the caller’s own work counts for. `VERSION_CONFLICT` contains the current ' +
      'laboratory.',
    pathParams: IdParams,
    body: UpdateLaboratoryBody,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was saved`) },
    errors: [
      'OWN_WORK',
      'LABORATORY_NOT_FOUND',
      'VERSION_CONFLICT',
      'LABORATORY_CODE_TAKEN',
      'LABORATORY_CODE_FROZEN',
      'LABORATORY_ARCHIVED',
    ],
    metadata: { permission: 'laboratories.edit' },
  },
  copy: {
    method: 'POST',
    path: '/laboratories/:id/copy',
    summary: 'Copy policies and calendar from another laboratory',
    description:
      'Copies the chosen fields of a laboratory that the caller can see. `VERSION_CONFLICT` means that either of ' +
      'the two has changed, and contains its current document.',
    pathParams: IdParams,
    headers: idempotent,
    body: CopyLaboratoryBody,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was saved`) },
    errors: ['LABORATORY_NOT_FOUND', 'VERSION_CONFLICT', 'LABORATORY_ARCHIVED'],
    metadata: { permission: 'laboratories.edit' },
  },
  addHolidays: {
    method: 'POST',
    path: '/laboratories/holidays',
    summary: 'Add a list of holidays to several laboratories',
    description:
      'Up to 200 laboratories. Changes all of them or, if any has a fault, none. Each laboratory keeps its calendar ' +
      'and can deviate from the list afterwards. With `dryRun`, only reports what would happen.',
    headers: idempotent,
    body: AddHolidaysBody,
    responses: {
      200: successOf(BulkAnswerSchema, ({ applied, results }) =>
        applied
          ? plural(
              results.length,
              'Holidays of 1 laboratory were saved',
              `Holidays of ${results.length} laboratories were saved`,
            )
          : undefined,
      ),
    },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'laboratories.edit' },
  },
  archive: {
    method: 'DELETE',
    path: '/laboratories/:id',
    summary: 'Archive a laboratory',
    description:
      'Laboratories are never deleted. `LABORATORY_HAS_BLOCKERS` lists what prevents archiving, with counts.',
    pathParams: IdParams,
    query: VersionQuery,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was archived`) },
    errors: ['LABORATORY_NOT_FOUND', 'VERSION_CONFLICT', 'LABORATORY_ARCHIVED', 'LABORATORY_HAS_BLOCKERS'],
    metadata: { permission: 'laboratories.archive' },
  },
  blockers: {
    method: 'GET',
    path: '/laboratories/:id/blockers',
    summary: 'List what prevents archiving a laboratory',
    description: 'The same that `LABORATORY_HAS_BLOCKERS` would list now.',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(BlockerSchema)) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'laboratories.archive' },
  },
  history: historyRoute({
    path: '/laboratories/:id/history',
    summary: 'Get the history of a laboratory',
    description: 'All changes to the laboratory, newest first, with the fields before and after.',
    errors: ['LABORATORY_NOT_FOUND'],
    permission: 'laboratories.view',
  }),
  stats: {
    method: 'GET',
    path: '/laboratories/:id/stats',
    summary: 'Get the statistics of a laboratory over a period',
    description: 'A block for each feature. The period defaults to the current month in the laboratory’s time zone.',
    pathParams: IdParams,
    query: DayRangeQuery,
    responses: { 200: successOf(LaboratoryStatsSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'laboratories.view' },
  },
});

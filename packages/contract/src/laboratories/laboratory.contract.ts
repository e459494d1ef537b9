import { z } from 'zod';
import { DayRangeQuery } from '../common/day.js';
import { pageOf, successOf } from '../common/envelope.js';
import { BlockerSchema } from '../common/error.js';
import { IdParams, VersionQuery } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { historyRoute } from '../common/route-families.js';
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
    summary: 'A page of laboratories, filtered, searched and sorted',
    query: LaboratoryListQuery,
    responses: { 200: pageOf(LaboratoryListItemSchema) },
    metadata: { permission: 'laboratories.view' },
  },
  /** Laboratories that are not archived, sorted by name, at most 500. */
  options: {
    method: 'GET',
    path: '/laboratories/list',
    summary: 'Laboratories for a selection list',
    responses: { 200: successOf(z.array(LaboratoryOptionSchema)) },
    metadata: { permission: 'laboratories.view' },
  },
  get: {
    method: 'GET',
    path: '/laboratories/:id',
    summary: 'One laboratory',
    pathParams: IdParams,
    responses: { 200: successOf(LaboratorySchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'laboratories.view' },
  },
  /** The code of an archived laboratory is taken as well: codes are never reused. */
  create: {
    method: 'POST',
    path: '/laboratories',
    summary: 'Create a laboratory',
    headers: idempotent,
    body: CreateLaboratoryBody,
    responses: { 201: successOf(LaboratorySchema, ({ name }) => `${name} was created`) },
    errors: ['LABORATORY_CODE_TAKEN'],
    metadata: { permission: 'laboratories.create' },
  },
  /**
   * Only a super admin can change some of the fields, see `laboratorySetters`. `VERSION_CONFLICT` contains the current
   * document.
   */
  update: {
    method: 'PUT',
    path: '/laboratories/:id',
    summary: 'Change, suspend or resume a laboratory',
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
  /**
   * Fields of another laboratory that the person may see. `VERSION_CONFLICT` if either of the two has changed, with its
   * current document.
   */
  copy: {
    method: 'POST',
    path: '/laboratories/:id/copy',
    summary: 'Copy policies, week and holidays from another laboratory',
    pathParams: IdParams,
    headers: idempotent,
    body: CopyLaboratoryBody,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was saved`) },
    errors: ['LABORATORY_NOT_FOUND', 'VERSION_CONFLICT', 'LABORATORY_ARCHIVED'],
    metadata: { permission: 'laboratories.edit' },
  },
  /** `LABORATORY_HAS_BLOCKERS` lists what prevents archiving, with counts. */
  archive: {
    method: 'DELETE',
    path: '/laboratories/:id',
    summary: 'Archive a laboratory (laboratories are never deleted)',
    pathParams: IdParams,
    query: VersionQuery,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was archived`) },
    errors: ['LABORATORY_NOT_FOUND', 'VERSION_CONFLICT', 'LABORATORY_ARCHIVED', 'LABORATORY_HAS_BLOCKERS'],
    metadata: { permission: 'laboratories.archive' },
  },
  /** What prevents archiving now; the same that `LABORATORY_HAS_BLOCKERS` would list. */
  blockers: {
    method: 'GET',
    path: '/laboratories/:id/blockers',
    summary: 'What prevents a laboratory from being archived',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(BlockerSchema)) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'laboratories.archive' },
  },
  /** All changes to the laboratory, newest first. */
  history: historyRoute({
    path: '/laboratories/:id/history',
    summary: 'Who changed what in a laboratory',
    errors: ['LABORATORY_NOT_FOUND'],
    permission: 'laboratories.view',
  }),
  /** The period defaults to the current month in the laboratory's time zone. */
  stats: {
    method: 'GET',
    path: '/laboratories/:id/stats',
    summary: 'Statistics of one laboratory over a period',
    pathParams: IdParams,
    query: DayRangeQuery,
    responses: { 200: successOf(LaboratoryStatsSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'laboratories.view' },
  },
});

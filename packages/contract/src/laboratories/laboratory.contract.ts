import { z } from 'zod';
import { DayRangeQuery } from '../common/day.js';
import { conflict, notFound, pageOf, successOf } from '../common/envelope.js';
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
    responses: { 200: successOf(LaboratorySchema), ...notFound },
    metadata: { permission: 'laboratories.view' },
  },
  /** 409 `LABORATORY_CODE_TAKEN`, even if the laboratory with that code is archived: codes are never reused. */
  create: {
    method: 'POST',
    path: '/laboratories',
    summary: 'Create a laboratory',
    headers: idempotent,
    body: CreateLaboratoryBody,
    responses: { 201: successOf(LaboratorySchema, ({ name }) => `${name} was created`), ...conflict },
    metadata: { permission: 'laboratories.create' },
  },
  /**
   * 409 `VERSION_CONFLICT` (with the current document), `LABORATORY_CODE_FROZEN` or `LABORATORY_ARCHIVED`; 403
   * `OWN_WORK` or `FORBIDDEN` on the fields that only a super admin changes, see `laboratorySetters`.
   */
  update: {
    method: 'PUT',
    path: '/laboratories/:id',
    summary: 'Change, suspend or resume a laboratory',
    pathParams: IdParams,
    body: UpdateLaboratoryBody,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was saved`), ...notFound, ...conflict },
    metadata: { permission: 'laboratories.edit' },
  },
  /**
   * Fields of another laboratory that the person may see. 409 `VERSION_CONFLICT` where either of the two has changed,
   * with its current document; otherwise as `update`.
   */
  copy: {
    method: 'POST',
    path: '/laboratories/:id/copy',
    summary: 'Copy policies, week and holidays from another laboratory',
    pathParams: IdParams,
    headers: idempotent,
    body: CopyLaboratoryBody,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was saved`), ...notFound, ...conflict },
    metadata: { permission: 'laboratories.edit' },
  },
  /** 409 `LABORATORY_HAS_BLOCKERS` lists what prevents archiving, with counts. */
  archive: {
    method: 'DELETE',
    path: '/laboratories/:id',
    summary: 'Archive a laboratory (laboratories are never deleted)',
    pathParams: IdParams,
    query: VersionQuery,
    responses: { 200: successOf(LaboratorySchema, ({ name }) => `${name} was archived`), ...notFound, ...conflict },
    metadata: { permission: 'laboratories.archive' },
  },
  /** What prevents archiving now; the same that `LABORATORY_HAS_BLOCKERS` would list. */
  blockers: {
    method: 'GET',
    path: '/laboratories/:id/blockers',
    summary: 'What prevents a laboratory from being archived',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(BlockerSchema)), ...notFound },
    metadata: { permission: 'laboratories.archive' },
  },
  /** All changes to the laboratory, newest first. */
  history: historyRoute({
    path: '/laboratories/:id/history',
    summary: 'Who changed what in a laboratory',
    permission: 'laboratories.view',
  }),
  /** The period defaults to the current month in the laboratory's time zone. */
  stats: {
    method: 'GET',
    path: '/laboratories/:id/stats',
    summary: 'Statistics of one laboratory over a period',
    pathParams: IdParams,
    query: DayRangeQuery,
    responses: { 200: successOf(LaboratoryStatsSchema), ...notFound },
    metadata: { permission: 'laboratories.view' },
  },
});

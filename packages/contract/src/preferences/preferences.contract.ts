import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { GridNameSchema, GridPreferencesSchema, PreferencesSchema } from './preferences.schema.js';

/** A person's own; nobody else reads or writes them. */
export const preferencesContract = defineRoutes({
  get: {
    method: 'GET',
    path: '/preferences',
    summary: 'How the signed-in person likes the screens',
    responses: { 200: successOf(PreferencesSchema) },
    metadata: { permission: 'signed-in' },
  },
  /** 50 lists at most are remembered. */
  setGrid: {
    method: 'PUT',
    path: '/preferences/grids/:grid',
    summary: 'Remember the columns and views of one list',
    pathParams: z.object({ grid: GridNameSchema }),
    body: GridPreferencesSchema,
    responses: { 200: successOf(PreferencesSchema) },
    metadata: { permission: 'signed-in' },
  },
});

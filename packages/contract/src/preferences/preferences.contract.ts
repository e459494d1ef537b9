import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { GridNameSchema, GridPreferencesSchema, PreferencesSchema } from './preferences.schema.js';

/** The signed-in person's own preferences. Nobody else can read or write them. */
export const preferencesContract = defineRoutes({
  get: {
    method: 'GET',
    path: '/preferences',
    summary: 'The screen preferences of the signed-in person',
    responses: { 200: successOf(PreferencesSchema) },
    metadata: { permission: 'signed-in' },
  },
  /** Preferences are stored for at most 50 lists. */
  setGrid: {
    method: 'PUT',
    path: '/preferences/grids/:grid',
    summary: 'Save the columns and views of one list',
    pathParams: z.object({ grid: GridNameSchema }),
    body: GridPreferencesSchema,
    responses: { 200: successOf(PreferencesSchema) },
    metadata: { permission: 'signed-in' },
  },
});

import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import {
  DisplayPreferencesSchema,
  GridNameSchema,
  GridPreferencesSchema,
  PreferencesSchema,
} from './preferences.schema.js';

/** Everyone reads and writes their own preferences only. */
export const preferencesContract = defineRoutes({
  get: {
    method: 'GET',
    path: '/preferences',
    summary: 'The preferences of the signed-in person',
    responses: { 200: successOf(PreferencesSchema) },
    metadata: { permission: 'signed-in' },
  },
  /** The signed-in person's own are part of `auth.me`. */
  setDisplay: {
    method: 'PUT',
    path: '/preferences/display',
    summary: 'Store the display preferences of the signed-in person',
    body: DisplayPreferencesSchema,
    responses: { 200: successOf(DisplayPreferencesSchema, 'Preferences saved') },
    metadata: { permission: 'signed-in' },
  },
  /** At most 50 lists with 64 kB in all are stored. */
  setGrid: {
    method: 'PUT',
    path: '/preferences/grids/:grid',
    summary: 'Store the columns and views of one list',
    pathParams: z.object({ grid: GridNameSchema }),
    body: GridPreferencesSchema,
    responses: { 200: successOf(PreferencesSchema) },
    errors: ['PREFERENCES_TOO_LARGE'],
    metadata: { permission: 'signed-in' },
  },
});

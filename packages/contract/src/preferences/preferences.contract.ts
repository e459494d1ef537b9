import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import {
  DisplayPreferencesBody,
  DisplayPreferencesSchema,
  GridNameSchema,
  GridPreferencesBody,
  PreferencesSchema,
} from './preferences.schema.js';

/** Everyone reads and writes their own preferences only. */
export const preferencesContract = defineRoutes({
  get: {
    method: 'GET',
    path: '/preferences',
    summary: 'Get one’s own list preferences',
    description: 'The columns and saved views of the lists.',
    responses: { 200: successOf(PreferencesSchema) },
    metadata: { permission: 'signed-in' },
  },
  setDisplay: {
    method: 'PUT',
    path: '/preferences/display',
    summary: 'Store one’s own display preferences',
    description: 'What is left out stays as it is. `GET /api/auth/me` returns them.',
    body: DisplayPreferencesBody,
    responses: { 200: successOf(DisplayPreferencesSchema, 'Preferences saved') },
    metadata: { permission: 'signed-in' },
  },
  setGrid: {
    method: 'PUT',
    path: '/preferences/grids/:grid',
    summary: 'Store the columns and views of a list',
    description: 'For the caller only; what is left out stays as it is. At most 50 lists with 64 kB in all are stored.',
    pathParams: z.object({ grid: GridNameSchema }),
    body: GridPreferencesBody,
    responses: { 200: successOf(PreferencesSchema) },
    errors: ['PREFERENCES_TOO_LARGE'],
    metadata: { permission: 'signed-in' },
  },
});

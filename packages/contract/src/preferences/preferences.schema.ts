import { z } from 'zod';
import { requiredText } from '../common/text.js';

/** The filters and the order of a list, saved under a name as the query string that opens it. */
export const SavedViewSchema = z.object({
  name: requiredText('Name is required').max(40, 'Name must be at most 40 characters'),
  query: z.string().max(2000),
});
export type SavedView = z.infer<typeof SavedViewSchema>;

/** The preferences of one person for one list. */
export const GridPreferencesSchema = z.object({
  hiddenColumns: z.array(z.string().max(60)).max(60).default([]),
  views: z
    .array(SavedViewSchema)
    .max(20, 'At most 20 views')
    .refine((views) => new Set(views.map(({ name }) => name.toLowerCase())).size === views.length, {
      error: 'Each view needs a unique name',
    })
    .default([]),
});
export type GridPreferences = z.infer<typeof GridPreferencesSchema>;

/** The name of a list, such as `staff`. */
export const GridNameSchema = z.string().regex(/^[a-z][a-z-]{1,39}$/, 'Unknown list');

export const PreferencesSchema = z.object({ grids: z.record(GridNameSchema, GridPreferencesSchema) });
export type Preferences = z.infer<typeof PreferencesSchema>;

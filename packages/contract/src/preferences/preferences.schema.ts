import { z } from 'zod';
import { enumOf } from '../common/enum.js';
import { requiredText } from '../common/text.js';

/** A named query string that opens a list with filters and sort order. */
export const SavedViewSchema = z.object({
  name: requiredText('Name is required').max(40, 'Name must be at most 40 characters'),
  query: z.string().max(2000),
});
export type SavedView = z.infer<typeof SavedViewSchema>;

const gridParts = z.object({
  hiddenColumns: z.array(z.string().max(60)).max(60),
  views: z
    .array(SavedViewSchema)
    .max(20, 'At most 20 views')
    .refine((views) => new Set(views.map(({ name }) => name.toLowerCase())).size === views.length, {
      error: 'Each view needs a different name',
    }),
});

/** A person's preferences for one list. */
export const GridPreferencesSchema = z.object({
  hiddenColumns: gridParts.shape.hiddenColumns.default([]),
  views: gridParts.shape.views.default([]),
});
export type GridPreferences = z.infer<typeof GridPreferencesSchema>;

/** A part that is left out stays as it is: another tab may have changed it. */
export const GridPreferencesBody = gridParts.partial().prefault({});
export type GridPreferencesBody = z.infer<typeof GridPreferencesBody>;

/** What the preferences of a person for all lists take, as JSON in UTF-8. */
export const MAX_PREFERENCES_BYTES = 64 * 1024;

/** The name of a list, such as `staff`. */
export const GridNameSchema = z.string().regex(/^[a-z][a-z-]{1,39}$/, 'Unknown list');

const displayParts = z.object({
  /** Null leaves it to each device. */
  theme: enumOf(['light', 'dark', 'system']).nullable(),
  density: enumOf(['comfortable', 'compact']),
  /** `Nov 21, 2026`, `21 Nov 2026` or `2026-11-21`. */
  dateStyle: enumOf(['month-first', 'day-first', 'iso']),
  /** `₹12,50,000.00` instead of `₹1,250,000.00`. */
  indianDigits: z.boolean(),
  /** The address of the section that opens after sign-in. */
  startPage: z.string().regex(/^\/[a-z][a-z/-]{1,59}$/, 'Must be the address of a section, such as /inventory'),
});

/** How the product looks to a person, and where it starts. The defaults are those of the product. */
export const DisplayPreferencesSchema = z.object({
  theme: displayParts.shape.theme.default(null),
  density: displayParts.shape.density.default('comfortable'),
  dateStyle: displayParts.shape.dateStyle.default('month-first'),
  indianDigits: displayParts.shape.indianDigits.default(false),
  startPage: displayParts.shape.startPage.default('/dashboard'),
});
export type DisplayPreferences = z.infer<typeof DisplayPreferencesSchema>;

/** A choice that is left out stays as it is, as with {@link GridPreferencesBody}. */
export const DisplayPreferencesBody = displayParts.partial().prefault({});
export type DisplayPreferencesBody = z.infer<typeof DisplayPreferencesBody>;

export const PreferencesSchema = z.object({ grids: z.record(GridNameSchema, GridPreferencesSchema) });
export type Preferences = z.infer<typeof PreferencesSchema>;

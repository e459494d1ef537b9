import { z } from 'zod';
import { FieldErrorSchema } from './error.js';
import { requiredText } from './text.js';

/** What people bring and take lists in. */
export const sheetFormats = ['xlsx', 'csv'] as const;
export const SheetFormatSchema = z.enum(sheetFormats);
export type SheetFormat = z.infer<typeof SheetFormatSchema>;

export const sheetContentTypes: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Base64 of a file of 1 MB. */
const MAX_SHEET_TEXT = Math.ceil((1_048_576 * 4) / 3) + 4;
export const MAX_SHEET_ROWS = 1000;

/**
 * A CSV (UTF-8) or Excel file, told apart by what is in it and not by its name; the first sheet counts, its first row
 * names the columns.
 */
export const SheetFileSchema = z.object({
  fileName: requiredText('File name is required').max(200),
  content: z.base64('Send the file as base64').max(MAX_SHEET_TEXT, 'The file is larger than 1 MB'),
});
export type SheetFile = z.infer<typeof SheetFileSchema>;

/** A row of an imported file that cannot be taken; `row` counts as the sheet does, the header is row 1. */
export const SheetRowFaultSchema = z.object({
  row: z.number().int().min(1),
  /** What tells the row from the others, such as the name in it. */
  label: z.string(),
  /** `field` is the column's heading; empty for what concerns the whole row. */
  errors: z.array(FieldErrorSchema).min(1),
});
export type SheetRowFault = z.infer<typeof SheetRowFaultSchema>;

import { z } from 'zod';
import { enumOf } from './enum.js';
import { FieldErrorSchema } from './error.js';
import { requiredText } from './text.js';

/** File formats for importing and exporting lists. */
export const sheetFormats = ['xlsx', 'csv'] as const;
export const SheetFormatSchema = enumOf(sheetFormats);
export type SheetFormat = z.infer<typeof SheetFormatSchema>;

export const sheetContentTypes: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The length of a 1 MB file in Base64. */
const MAX_SHEET_TEXT = Math.ceil((1_048_576 * 4) / 3) + 4;
export const MAX_SHEET_ROWS = 1000;
/** A file of 1 MB and the JSON around it. */
export const MAX_SHEET_BODY_BYTES = MAX_SHEET_TEXT + 2_000;

/**
 * A CSV (UTF-8) or Excel file. The format is detected from the content, not from the file name. Only the first sheet is
 * read; its first row contains the column headings.
 */
export const SheetFileSchema = z.object({
  fileName: requiredText('File name is required').max(200),
  content: z.base64('Send the file as base64').max(MAX_SHEET_TEXT, 'The file is larger than 1 MB'),
  /** Imports the valid rows and leaves out the others, instead of importing nothing if any row is invalid. */
  validRowsOnly: z.boolean().default(false),
});
export type SheetFile = z.infer<typeof SheetFileSchema>;

/** The heading of the column that explains each row of a file of invalid rows; an import ignores the column. */
export const SHEET_ERROR_HEADING = 'Error';

/** A row of an imported file that cannot be imported. `row` is the row number in the sheet; the header is row 1. */
export const SheetRowFaultSchema = z.object({
  row: z.number().int().min(1),
  /** Identifies the row for the reader, for example by the name in it. */
  label: z.string(),
  /** `field` is the column heading, or empty for an error that concerns the whole row. */
  errors: z.array(FieldErrorSchema).min(1),
  /** The cells of the row by column heading, so that the row can be shown and corrected. */
  cells: z.record(z.string(), z.string()),
});
export type SheetRowFault = z.infer<typeof SheetRowFaultSchema>;

/** A valid row that looks like a duplicate. `of` is the number of the existing record, or names the earlier row: `row 5`. */
export const SheetDuplicateSchema = z.object({ row: z.number().int(), label: z.string(), of: z.string() });
export type SheetDuplicate = z.infer<typeof SheetDuplicateSchema>;

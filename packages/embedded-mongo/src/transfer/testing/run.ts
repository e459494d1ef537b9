import { exportData, type Export, type ExportOptions } from '../export.js';
import { importData, type Import, type ImportOptions } from '../import.js';

const usual = { database: undefined, signal: new AbortController().signal, onProgress: (): void => undefined };

/** Exports a whole database, unless the options say otherwise. */
export function exported(options: Partial<ExportOptions> & Pick<ExportOptions, 'from' | 'to'>): Promise<Export> {
  return exportData({ ...usual, oneMoment: true, ...options });
}

/** Imports a folder without replacing anything, unless the options say otherwise. */
export function imported(options: Partial<ImportOptions> & Pick<ImportOptions, 'from' | 'to'>): Promise<Import> {
  return importData({ ...usual, replace: false, ...options });
}

import { plural } from '@shifa/contract';
import { formatCount } from '../lib/format';

export const rowErrorsText = (faults: number, rows: number) =>
  plural(
    faults,
    `1 of ${formatCount(rows)} rows has errors. Nothing has been imported yet.`,
    `${formatCount(faults)} of ${formatCount(rows)} rows have errors. Nothing has been imported yet.`,
  );

/** What to do about rows with errors, where others can be imported without them or not. */
export const correctRowsText = (others: boolean) =>
  others
    ? 'Correct the file and choose it again, or import the valid rows now and the others later.'
    : 'Correct the file and choose it again.';

export const downloadRowsText = (faults: number, others: boolean) => {
  if (!others) return 'Download the rows with errors';
  return plural(faults, 'Download the other row', `Download the ${formatCount(faults)} other rows`);
};

import { Readable } from 'node:stream';
import { readSheet } from 'read-excel-file/node';
import { Parse } from 'unzipper-esm';
import type { SheetCell } from './sheet-cell';
import { DomainError } from '../http/domain-error';
import { unreadableSheet } from './sheet-fault';

/** Twenty times the size allowed for the file: text in sheets is compressed to between a fifth and a tenth. */
const MAX_UNPACKED_BYTES = 20 * 1_048_576;
const MAX_PARTS = 200;

type Part = AsyncIterable<Buffer> & { vars: { uncompressedSize: number }; autodrain: () => void };

/**
 * The first sheet of an Excel file, row by row; dates are midnights in UTC. The parsing runs in a worker thread.
 * @throws DomainError SHEET_UNREADABLE.
 */
export async function readXlsx(bytes: Buffer): Promise<SheetCell[][]> {
  await assertSmallUnpacked(bytes);
  try {
    return (await readSheet(bytes)) as SheetCell[][];
  } catch {
    throw unreadableSheet('This Excel file is damaged');
  }
}

/** Unpacks the file once to measure it, up to the limit, because the sizes stated in the file cannot be trusted. */
async function assertSmallUnpacked(bytes: Buffer): Promise<void> {
  let unpacked = 0;
  let parts = 0;
  const tooLarge = () => unreadableSheet('This Excel file is too large once it is unpacked');
  const archive = Readable.from([bytes]).pipe(Parse({ forceStream: true }));
  try {
    for await (const part of archive as AsyncIterable<Part>) {
      parts += 1;
      if (parts > MAX_PARTS || part.vars.uncompressedSize > MAX_UNPACKED_BYTES) throw tooLarge();
      for await (const chunk of part) {
        unpacked += chunk.length;
        if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge();
      }
    }
  } catch (error) {
    archive.destroy();
    throw error instanceof DomainError ? error : unreadableSheet('This Excel file is damaged');
  }
}

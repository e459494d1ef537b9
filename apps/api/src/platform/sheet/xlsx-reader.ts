import { Readable } from 'node:stream';
import { readSheet } from 'read-excel-file/node';
import { Parse } from 'unzipper-esm';
import type { SheetCell } from './sheet-cell';
import { DomainError } from '../http/domain-error';
import { unreadableSheet } from './sheet-fault';

/** Twenty times what a file may have: sheets of text shrink to a fifth or a tenth. */
const MAX_UNPACKED_BYTES = 20 * 1_048_576;
const MAX_PARTS = 200;

type Part = AsyncIterable<Buffer> & { vars: { uncompressedSize: number }; autodrain: () => void };

/**
 * The first sheet of an Excel file, row by row; dates are midnights in UTC. The parsing runs in a worker thread.
 * @throws DomainError SHEET_UNREADABLE.
 */
export async function readXlsx(bytes: Buffer): Promise<SheetCell[][]> {
  await mustUnpackSmall(bytes);
  try {
    return (await readSheet(bytes)) as SheetCell[][];
  } catch {
    throw unreadableSheet('This Excel file is damaged');
  }
}

/** Unpacks once for the size alone, as far as the limit, and believes no figure that the file has about itself. */
async function mustUnpackSmall(bytes: Buffer): Promise<void> {
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

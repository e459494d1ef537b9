import { createHash } from 'node:crypto';
import { resolvePermission } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { Books } from '../../src/modules/finance/books/books';
import { transactionsChanged } from '../../src/modules/finance/entry/entries';
import type { ReceiptRow, TransactionRow } from '../../src/modules/finance/entry/entry.document';
import { EntryRepository } from '../../src/modules/finance/entry/entry.repository';
import { RECEIPT_KIND } from '../../src/modules/finance/receipts';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { FileRepository } from '../../src/platform/files/file.repository';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { type DemoHistory, insertDemo } from '../demo-history';
import { demoHead, type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoId } from '../demo-values';
import { demoPdf, demoPng } from './demo-bills';
import { type DemoEntry, demoEntries } from './demo-entries';
import { historyOf, idOf } from './entry-history';

/** Thirteen months of entries in each laboratory of the demo network, entered and decided by its people. */
export async function seedFinance(app: INestApplicationContext): Promise<void> {
  const head = await demoHead(app);
  for (const one of await demoLaboratories(app)) {
    const staff = { admin: one.admin, bookkeeper: bookkeeperOf(one), head };
    const entries = demoEntries(one);
    const receipts = new Map<DemoEntry, Awaited<ReturnType<typeof storeReceipt>>>();
    for (const entry of entries) {
      if (entry.receipt) receipts.set(entry, await storeReceipt(app, one.laboratory, entry, entry.receipt));
    }
    await app.get(UnitOfWork).run(async () => {
      const numbers = await app.get(Books).takeNumbers(
        one.laboratory,
        entries.map(({ date }) => date),
      );
      const entered = new Map<string, DemoHistory<TransactionRow>>();
      for (const [index, entry] of entries.entries()) {
        const numbered = { laboratory: one.laboratory, staff, transactionNo: numbers[index] ?? '' };
        const original = entered.get(entry.reverses ?? '');
        entered.set(entry.key, historyOf(entry, { ...numbered, receipt: receipts.get(entry), original }));
      }
      await insertDemo(app, [...entered.values()], {
        entity: 'transaction',
        repository: app.get(EntryRepository),
        laboratoryOf: ({ laboratoryId }) => laboratoryId,
        raises: transactionsChanged,
      });
    });
  }
}

function bookkeeperOf({ laboratory, people, admin }: DemoLaboratory) {
  const found = people.find(
    (person) =>
      person !== admin &&
      resolvePermission(person.role, 'transactions.create', person.permissionOverrides, new Date()).allowed,
  );
  if (!found) throw new Error(`${laboratory.code} lacks a bookkeeper`);
  return found;
}

async function storeReceipt(
  app: INestApplicationContext,
  laboratory: LaboratoryRow,
  entry: DemoEntry,
  contentType: ReceiptRow['contentType'],
) {
  const { party, date, description, amountPaise } = entry;
  const amount = `INR ${(amountPaise / 100).toFixed(2)}`;
  const lines = [party ?? 'Cash bill', date, '', `To ${laboratory.name}`, description, '', amount];
  const isImage = contentType === 'image/png';
  const bytes = isImage ? demoPng(lines) : demoPdf(lines);
  const _id = demoId(`receipt ${laboratory.code} ${entry.key}`);
  const fileName = isImage ? 'bill.png' : 'invoice.pdf';
  const owner = idOf(laboratory, entry);
  await app.get(FileRepository).put({ _id, kind: RECEIPT_KIND, name: fileName, contentType, owner, content: [bytes] });
  return {
    _id,
    fileName,
    contentType,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

import { createHash } from 'node:crypto';
import { resolvePermission } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { RECEIPT_KIND } from '../../src/modules/finance/receipts';
import { withoutDerived } from '../../src/modules/finance/entry/new-entry';
import { Books } from '../../src/modules/finance/books/books';
import { transactionsChanged } from '../../src/modules/finance/entry/entries';
import type { ReceiptRow } from '../../src/modules/finance/entry/entry.document';
import { EntryRepository } from '../../src/modules/finance/entry/entry.repository';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { type Account, StaffPort } from '../../src/modules/staff/staff.port';
import { FileRepository } from '../../src/platform/files/file.repository';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { addDays } from '../../src/platform/time/business-day';
import { insertDemo } from '../demo-history';
import { type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoId } from '../demo-values';
import { demoPdf, demoPng } from './demo-bills';
import { type DemoEntry, demoEntries } from './demo-entries';
import { demoExceptions } from './demo-exceptions';
import { type DemoStaff, EntryHistory, enteredAt, idOf } from './entry-history';

const HEAD_EMAIL = 'super@shifa.example';
const CONTRA_AFTER_DAYS = 3;

type PlannedEntry = DemoEntry & { reverses?: DemoEntry };

/** Thirteen months of entries in each laboratory of the demo network, entered and decided by its people. */
export async function seedFinance(app: INestApplicationContext): Promise<void> {
  const head = await app.get(StaffPort).accountByEmail(HEAD_EMAIL);
  for (const one of await demoLaboratories(app)) {
    const planned = planOf(one);
    const bookkeeper = one.people.find((person) => person !== one.admin && mayEnter(person));
    if (!bookkeeper || !head) throw new Error(`${one.laboratory.code} lacks a bookkeeper`);
    const staff = { admin: one.admin, bookkeeper, head };
    const receipts = await storeReceipts(app, one.laboratory, planned);
    await app.get(UnitOfWork).run(() => write(app, one.laboratory, { staff, planned, receipts }));
  }
}

function mayEnter({ role, permissionOverrides }: Account): boolean {
  return resolvePermission(role, 'transactions.create', permissionOverrides, new Date()).allowed;
}

/** All entries of the laboratory in the order in which they were entered. */
function planOf({ laboratory, today }: DemoLaboratory): PlannedEntry[] {
  const { code, weeklyOff, holidays } = laboratory;
  const calendar = { today, weeklyOff, holidays: holidays.map(({ date }) => date) };
  const entries = [...demoEntries(code, calendar), ...demoExceptions(code, today)];
  return [...entries, ...entries.flatMap(contraOf)]
    .map((entry) => ({ entry, at: enteredAt(entry).getTime() }))
    .toSorted((a, b) => a.at - b.at || (a.entry.key < b.entry.key ? -1 : 1))
    .map(({ entry }) => entry);
}

type Plan = { staff: DemoStaff; planned: readonly PlannedEntry[]; receipts: ReadonlyMap<DemoEntry, Receipt> };

async function write(
  app: INestApplicationContext,
  laboratory: LaboratoryRow,
  { staff, planned, receipts }: Plan,
): Promise<void> {
  const dates = planned.map(({ date }) => date);
  const numbers = await app.get(Books).takeNumbers(laboratory, dates);
  const entered = new Map<string, EntryHistory>();
  planned.forEach((entry, index) => {
    const original = entry.reverses && entered.get(entry.reverses.key);
    const reversalOf = original && { _id: original.row._id, transactionNo: original.row.transactionNo };
    const setting = { laboratory, staff, transactionNo: numbers[index] ?? '', reversalOf };
    const history = new EntryHistory(entry, { ...setting, receipt: receipts.get(entry) });
    original?.reverse(history);
    entered.set(entry.key, history);
  });
  const histories = [...entered.values()].map(({ history }) => history);
  await insertDemo(app, histories, {
    entity: 'transaction',
    repository: app.get(EntryRepository),
    laboratoryOf: ({ laboratoryId }) => laboratoryId,
    shown: withoutDerived,
  });
  const changes = histories.map(({ row }) => ({ before: null, after: row }));
  await app.get(UnitOfWork).raise(transactionsChanged, { actor: null, action: 'created', changes });
}

async function storeReceipts(
  app: INestApplicationContext,
  laboratory: LaboratoryRow,
  planned: readonly PlannedEntry[],
): Promise<ReadonlyMap<DemoEntry, Receipt>> {
  const receipts = new Map<DemoEntry, Receipt>();
  for (const entry of planned) {
    if (!entry.receipt) continue;
    const bytes = billFor(entry, laboratory);
    const receipt = {
      _id: demoId(`receipt ${laboratory.code} ${entry.key}`),
      fileName: entry.receipt === 'image/png' ? 'bill.png' : 'invoice.pdf',
      contentType: entry.receipt,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    const { _id, fileName: name, contentType } = receipt;
    const owner = idOf(laboratory, entry);
    await app.get(FileRepository).put({ _id, kind: RECEIPT_KIND, name, contentType, owner, content: [bytes] });
    receipts.set(entry, receipt);
  }
  return receipts;
}

type Receipt = Omit<ReceiptRow, 'uploadedAt' | 'uploadedBy'>;

/** The contra entry of an entry that is reversed. */
function contraOf(entry: DemoEntry): PlannedEntry[] {
  if (entry.outcome !== 'reversed' && entry.outcome !== 'reversal_pending') return [];
  const day = addDays(entry.enteredOn, CONTRA_AFTER_DAYS);
  return [
    {
      ...entry,
      key: `${entry.key} contra`,
      date: day,
      enteredOn: day,
      description: `Reversal: ${entry.description}`,
      outcome: entry.outcome === 'reversed' ? 'approved' : 'pending',
      reverses: entry,
    },
  ];
}

function billFor({ party, description, date, amountPaise, receipt }: DemoEntry, { name }: LaboratoryRow): Buffer {
  const lines = [
    party ?? 'Cash bill',
    date,
    '',
    `To ${name}`,
    description,
    '',
    `INR ${(amountPaise / 100).toFixed(2)}`,
  ];
  return receipt === 'image/png' ? demoPng(lines) : demoPdf(lines);
}

import { createHash } from 'node:crypto';
import { resolvePermission } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import { FileStore } from '../../../platform/files/file-store';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { demoId, DemoNetwork } from '../../../platform/seed/demo-network';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { RECEIPT_KIND } from '../receipts/receipt.service';
import { withoutDerived } from '../transactions/transaction-derived';
import { TransactionPostingService } from '../transactions/transaction-posting.service';
import { transactionsChanged } from '../transactions/transaction-store';
import type { ReceiptRow } from '../transactions/transaction.document';
import { TransactionRepository } from '../transactions/transaction.repository';
import { demoPdf, demoPng } from './demo-bills';
import { type DemoEntry, demoEntries } from './demo-entries';
import { demoExceptions } from './demo-exceptions';
import { DemoHistory, type DemoPerson, type DemoStaff, enteredAt, idOf } from './demo-history';
import { demoProfiles } from './demo-profiles';

const HEAD_EMAIL = 'super@shifa.example';
const CONTRA_AFTER_DAYS = 3;

type PlannedEntry = DemoEntry & { reverses?: DemoEntry };

/** Thirteen months of entries in each laboratory of the demo network, entered and decided by its people. */
@Injectable()
export class FinanceDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly posting: TransactionPostingService,
    private readonly transactions: TransactionRepository,
    private readonly files: FileStore,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 3, seed: () => this.seed() });
  }

  private async seed(): Promise<void> {
    const laboratories = await this.laboratories.findByCodes(Object.keys(demoProfiles));
    for (const laboratory of laboratories) {
      const planned = this.plan(laboratory);
      const staff = await this.staffOf(laboratory);
      const receipts = await this.storeReceipts(laboratory, planned);
      await this.unitOfWork.run(() => this.write(laboratory, staff, planned, receipts));
    }
  }

  /** All entries of the laboratory in the order in which they were entered. */
  private plan(laboratory: LaboratoryRow): PlannedEntry[] {
    const { code, weeklyOff, holidays } = laboratory;
    const today = businessDay(this.clock.now(), laboratory.timezone);
    const calendar = { today, weeklyOff, holidays: holidays.map(({ date }) => date) };
    const entries = [...demoEntries(code, calendar), ...demoExceptions(code, today)];
    return [...entries, ...entries.flatMap(contraOf)]
      .map((entry) => ({ entry, at: enteredAt(entry).getTime() }))
      .toSorted((a, b) => a.at - b.at || (a.entry.key < b.entry.key ? -1 : 1))
      .map(({ entry }) => entry);
  }

  private async write(
    laboratory: LaboratoryRow,
    staff: DemoStaff,
    planned: readonly PlannedEntry[],
    receipts: ReadonlyMap<DemoEntry, Receipt>,
  ): Promise<void> {
    const numbers = await this.posting.takeNumbers(
      laboratory,
      planned.map(({ date }) => date),
    );
    const histories = new Map<string, DemoHistory>();
    planned.forEach((entry, index) => {
      const original = entry.reverses && histories.get(entry.reverses.key);
      const reversalOf = original && { _id: original.row._id, transactionNo: original.row.transactionNo };
      const transactionNo = numbers[index] ?? '';
      const history = new DemoHistory(entry, {
        ...{ laboratory, staff, transactionNo, reversalOf },
        receipt: receipts.get(entry),
      });
      original?.reverse(history);
      histories.set(entry.key, history);
    });
    await this.insert([...histories.values()]);
  }

  private async insert(histories: readonly DemoHistory[]): Promise<void> {
    const rows = histories.map(({ row }) => row);
    await this.transactions.insertMany(rows);
    await this.audit.record(
      ...histories.flatMap(({ steps }) =>
        steps.map(({ by, action, row }, index) => {
          const before = steps[index - 1]?.row;
          return {
            actor: { userId: by._id.toHexString(), name: by.name },
            action: `transaction.${action}`,
            entity: 'transaction',
            entityId: row._id,
            laboratoryId: row.laboratoryId,
            before: before ? withoutDerived(before) : null,
            after: withoutDerived(row),
            at: row.updatedAt,
          };
        }),
      ),
    );
    const changes = rows.map((after) => ({ before: null, after }));
    await this.unitOfWork.raise(transactionsChanged, { actor: null, action: 'created', changes });
  }

  private async storeReceipts(
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
      await this.files.put({ _id, kind: RECEIPT_KIND, name, contentType, owner, content: [bytes] });
      receipts.set(entry, receipt);
    }
    return receipts;
  }

  private async staffOf({ _id, code }: LaboratoryRow): Promise<DemoStaff> {
    const laboratoryId = _id.toHexString();
    const { items: rows } = await this.people.pageOfLaboratory(LabScope.everywhere(), {
      laboratoryId,
      page: 1,
      limit: 100,
    });
    const admin = rows.find(({ role }) => role === 'lab_admin');
    const bookkeeper = rows.find(
      ({ role, permissionOverrides }) =>
        role !== 'lab_admin' && resolvePermission(role, 'transactions.create', permissionOverrides, new Date()).allowed,
    );
    const head = await this.people.accountByEmail(HEAD_EMAIL);
    if (!admin || !bookkeeper || !head) throw new Error(`${code} lacks an administrator or a bookkeeper`);
    return { admin: personOf(admin), bookkeeper: personOf(bookkeeper), head: personOf(head) };
  }
}

type Receipt = Omit<ReceiptRow, 'uploadedAt' | 'uploadedBy'>;

function personOf({ _id, name, role }: DemoPerson): DemoPerson {
  return { _id, name, role };
}

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

import {
  entryFaults,
  paymentMethodLabels,
  transactionCategoryLabels,
  transactionExportColumns as headings,
  transactionFields,
  transactionFlagLabels,
  transactionStatusLabels,
  type TransactionType,
  transactionTypeLabels,
} from '@shifa/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/http/actor';
import { choiceOf, defineSheet } from '../../platform/sheet/sheet';
import { NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { type LaboratoryRow, namedInLine, type SheetLaboratories } from '../laboratories/laboratories.port';
import { signedPaise } from './entry/entry';
import type { Posting } from './enter-entry';
import type { TransactionRow } from './entry/entry.document';
import type { ClosedDays } from './books/closed-days';
import { dateFault, postingContext } from './entry/entry.rules';

type ExportedEntry = { entry: TransactionRow; laboratory: LaboratoryRow | null };

const { amount, date, description, party, reference } = transactionFields;

export const transactionSheet = defineSheet<ExportedEntry>()({
  name: 'Transactions',
  headings,
  label: ['description', 'party'],
  columns: {
    transactionNo: { width: 22, value: ({ entry }) => entry.transactionNo },
    date: { kind: 'day', width: 12, value: ({ entry }) => entry.date, read: date.optional() },
    type: {
      width: 10,
      value: ({ entry }) => transactionTypeLabels[entry.type],
      read: choiceOf(headings.type, transactionTypeLabels),
      required: true,
    },
    amount: { kind: 'amount', width: 16, value: ({ entry }) => signedPaise(entry), read: amount, required: true },
    category: {
      width: 24,
      value: ({ entry }) => transactionCategoryLabels[entry.category],
      read: choiceOf(headings.category, transactionCategoryLabels),
      required: true,
    },
    paymentMethod: {
      width: 16,
      value: ({ entry }) => paymentMethodLabels[entry.paymentMethod],
      read: choiceOf(headings.paymentMethod, paymentMethodLabels),
      required: true,
    },
    reference: { width: 22, value: ({ entry }) => entry.reference, read: reference },
    party: { width: 28, value: ({ entry }) => entry.party, read: party },
    description: { width: 40, value: ({ entry }) => entry.description, read: description, required: true },
    laboratoryId: { width: 16, value: ({ laboratory }) => laboratory?.code ?? null, read: z.string().toUpperCase() },
    status: { width: 18, value: ({ entry }) => transactionStatusLabels[entry.status] },
    flags: { width: 30, value: ({ entry }) => joined(entry.flags.map((flag) => transactionFlagLabels[flag])) },
    reversalOf: { width: 22, value: ({ entry }) => entry.reversalOf?.transactionNo ?? null },
    reversedBy: { width: 22, value: ({ entry }) => entry.reversedBy?.transactionNo ?? null },
    createdBy: { width: 22, value: ({ entry }) => entry.createdBy.name },
    createdAt: {
      kind: 'moment',
      width: 28,
      value: ({ entry, laboratory }) => ({ at: entry.createdAt, timezone: laboratory?.timezone ?? NETWORK_TIMEZONE }),
    },
    approvals: { width: 30, value: ({ entry }) => joined(entry.approvals.map(({ by }) => by.name)) },
    rejectionReason: { width: 30, value: ({ entry }) => entry.rejection?.reason ?? null },
    receipts: { kind: 'count', width: 10, value: ({ entry }) => entry.receipts.length },
  },
});

export type TransactionLine = Awaited<ReturnType<typeof transactionSheet.read>>[number];

/** A row of the sheet; with a posting if it has no fault. */
export type ParsedRow = { line: TransactionLine; laboratory: LaboratoryRow | null; posting: Posting | undefined };

type ImportContext = { actor: Actor; laboratories: SheetLaboratories; closed: ClosedDays; now: Date };

/** Adds the faults of the row itself. Whether its reference is already in use is checked separately. */
export function parseRow(line: TransactionLine, context: ImportContext): ParsedRow {
  const laboratory = namedInLine(line, context.laboratories(line.values.laboratoryId ?? ''), 'enterRecords');
  const postingDate = laboratory ? dateIn(line, laboratory, context) : undefined;
  const { type, category, paymentMethod, reference: ownReference = null } = line.values;
  if (type && category && paymentMethod) {
    const faults = entryFaults({ type, category, paymentMethod, reference: ownReference });
    for (const { field, message } of faults) line.addFault(field, message);
  }
  const { complete } = line;
  if (!laboratory || !complete) return { line, laboratory, posting: undefined };
  const { amount: amountPaise, laboratoryId: _, ...entry } = complete;
  return { line, laboratory, posting: { laboratory, entry: { ...entry, amountPaise, date: postingDate } } };
}

/** The totals of all amounts that can be read. */
export function sheetTotals(rows: readonly ParsedRow[]): { incomePaise: number; expensePaise: number } {
  const totalOf = (wanted: TransactionType) =>
    rows.reduce((sum, { line: { values } }) => (values.type === wanted ? sum + (values.amount ?? 0) : sum), 0);
  return { incomePaise: totalOf('income'), expensePaise: totalOf('expense') };
}

/** Defaults to the laboratory's today. */
function dateIn(line: TransactionLine, laboratory: LaboratoryRow, { actor, closed, now }: ImportContext): string {
  const context = postingContext(laboratory, closed.of(laboratory._id.toHexString()), now);
  const postingDate = line.values.date ?? context.today;
  const fault = dateFault(postingDate, actor.role, context);
  if (fault) line.addFault('date', fault.message);
  return postingDate;
}

function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(', ');
}

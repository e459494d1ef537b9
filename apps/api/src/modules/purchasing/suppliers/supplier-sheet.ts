import {
  ALL_LABORATORIES,
  CreateSupplierBody,
  EmailSchema,
  gstStates,
  PhoneSchema,
  type SheetFormat,
  supplierExportColumns as headings,
  type SupplierExportQuery,
  supplierStatusLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../../../platform/domain/actor';
import type { FileStream } from '../../../platform/http/file-stream';
import { assertExportable, countRule, defineSheet } from '../../../platform/sheet/sheet';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { reviewHorizon } from './supplier';
import type { SupplierRow } from './supplier.document';
import { SupplierRepository } from './supplier.repository';

type ExportedSupplier = { supplier: SupplierRow; laboratories: string };

const rules = CreateSupplierBody.shape;

/** A state by its name, or by the two digits that start a GSTIN. */
const stateRule = z
  .string()
  .transform((text, context): string => {
    const wanted = text.toLowerCase();
    const state = Object.entries(gstStates).find(
      ([code, name]) => code === wanted.padStart(2, '0') || name.toLowerCase() === wanted,
    );
    if (state) return state[0];
    context.addIssue({ code: 'custom', message: 'Enter the name of a state, or its two digits, such as 27' });
    return z.NEVER;
  })
  .optional();

export const supplierSheet = defineSheet<ExportedSupplier>()({
  name: 'Suppliers',
  headings,
  label: ['name', 'code'],
  columns: {
    code: { width: 14, value: ({ supplier }) => supplier.code, read: rules.code },
    name: { width: 34, value: ({ supplier }) => supplier.name, read: rules.name, required: true },
    gstin: { width: 18, value: ({ supplier }) => supplier.gstin, read: rules.gstin },
    pan: { width: 14, value: ({ supplier }) => supplier.pan, read: rules.pan },
    state: { width: 20, value: ({ supplier: { stateCode } }) => nameOfState(stateCode), read: stateRule },
    contact: {
      width: 22,
      value: ({ supplier: { contacts } }) => contacts[0]?.name ?? null,
      read: z.string().max(100, 'Contact must be at most 100 characters').optional(),
    },
    phone: {
      width: 18,
      value: ({ supplier: { contacts } }) => contacts.find(({ phone }) => phone)?.phone ?? null,
      read: PhoneSchema.optional(),
    },
    email: {
      width: 28,
      value: ({ supplier: { contacts } }) => contacts.find(({ email }) => email)?.email ?? null,
      read: EmailSchema.optional(),
    },
    address: { width: 34, value: ({ supplier }) => supplier.address, read: rules.address },
    leadTimeDays: {
      kind: 'count',
      width: 16,
      value: ({ supplier }) => supplier.leadTimeDays,
      read: countRule(rules.leadTimeDays.unwrap()),
    },
    paymentDays: {
      kind: 'count',
      width: 16,
      value: ({ supplier }) => supplier.paymentDays,
      read: countRule(rules.paymentDays.unwrap()),
    },
    nextReviewOn: {
      kind: 'day',
      width: 13,
      value: ({ supplier }) => supplier.nextReviewOn,
      read: rules.nextReviewOn,
    },
    notes: { width: 40, value: ({ supplier }) => supplier.notes, read: rules.notes },
    laboratories: { width: 24, value: ({ laboratories }) => laboratories, read: z.string().optional() },
    status: { width: 12, value: ({ supplier }) => supplierStatusLabels[supplier.status] },
    statusReason: { width: 30, value: ({ supplier }) => supplier.statusReason },
  },
});

export type SupplierLine = Awaited<ReturnType<typeof supplierSheet.read>>[number];

function nameOfState(code: string | null): string | null {
  return code === null ? null : (gstStates[code] ?? code);
}

const MAX_EXPORT_ROWS = 20_000;

/** Suppliers as a file, and the empty file of an import. */
@Injectable()
export class SupplierSheet {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError EXPORT_TOO_LARGE with the number of suppliers. */
  async export(actor: Actor, { format, ...query }: SupplierExportQuery): Promise<FileStream> {
    const scope = actor.scope('suppliers.export');
    const today = await this.laboratories.readDay(actor, this.clock.now());
    const dueBy = reviewHorizon(today);
    assertExportable(await this.suppliers.countOfList(scope, query, dueBy), MAX_EXPORT_ROWS, 'suppliers');
    const reached = await this.laboratories.listInScope(scope);
    const codes = new Map(reached.map(({ _id, code }) => [_id.toHexString(), code]));
    const rows = async function* (suppliers: AsyncIterable<SupplierRow>) {
      for await (const supplier of suppliers) {
        const used = supplier.uses.flatMap(({ laboratoryId }) => codes.get(laboratoryId.toHexString()) ?? []);
        yield { supplier, laboratories: supplier.usedByAll ? ALL_LABORATORIES : used.join(', ') };
      }
    };
    const found = rows(this.suppliers.each(scope, query, dueBy));
    return supplierSheet.export(actor, `suppliers-${today}`, format, found);
  }

  template(actor: Actor, format: SheetFormat): Promise<FileStream> {
    return supplierSheet.template(actor, 'suppliers-import', format);
  }
}

import {
  gstStates,
  supplierExportColumns as headings,
  type SupplierExportQuery,
  supplierStatusLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import type { FileStream } from '../../../platform/http/file-stream';
import { assertExportable, defineSheet } from '../../../platform/sheet/sheet';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { reviewHorizon } from './supplier';
import type { SupplierRow } from './supplier.document';
import { SupplierRepository } from './supplier.repository';

const supplierSheet = defineSheet<SupplierRow>()({
  name: 'Suppliers',
  headings,
  label: [],
  columns: {
    code: { width: 14, value: ({ code }) => code },
    name: { width: 34, value: ({ name }) => name },
    status: { width: 12, value: ({ status }) => supplierStatusLabels[status] },
    statusReason: { width: 30, value: ({ statusReason }) => statusReason },
    gstin: { width: 18, value: ({ gstin }) => gstin },
    pan: { width: 14, value: ({ pan }) => pan },
    state: { width: 20, value: ({ stateCode }) => (stateCode === null ? null : (gstStates[stateCode] ?? stateCode)) },
    contact: { width: 22, value: ({ contacts }) => contacts[0]?.name ?? null },
    phone: { width: 18, value: ({ contacts }) => contacts.find(({ phone }) => phone)?.phone ?? null },
    email: { width: 28, value: ({ contacts }) => contacts.find(({ email }) => email)?.email ?? null },
    address: { width: 34, value: ({ address }) => address },
    leadTimeDays: { kind: 'count', width: 16, value: ({ leadTimeDays }) => leadTimeDays },
    paymentDays: { kind: 'count', width: 16, value: ({ paymentDays }) => paymentDays },
    nextReviewOn: { kind: 'day', width: 13, value: ({ nextReviewOn }) => nextReviewOn },
    notes: { width: 40, value: ({ notes }) => notes },
  },
});

const MAX_EXPORT_ROWS = 20_000;

/** Suppliers as a file. */
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
    return supplierSheet.export(actor, `suppliers-${today}`, format, this.suppliers.each(scope, query, dueBy));
  }
}

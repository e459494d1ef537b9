import {
  defaultPayrollFormat,
  payrollFaults,
  type PayrollFormat,
  PayrollFormatSchema,
  type SetPayrollFormatBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { eventKind } from '../../../platform/events/domain-events';
import { NETWORK_DOCUMENT_ID } from '../../../platform/mongo/network-document';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { declaredFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { PayrollFormatRepository, type PayrollFormatRow } from './payroll-format.repository';

const payrollFormatChanged = eventKind<EntityChanged<PayrollFormatRow>>('payroll-format.changed');

/** The columns and codes that the payroll program of the network takes. */
@Injectable()
export class PayrollFormats {
  private readonly records: Records<PayrollFormatRow, PayrollFormat>;

  constructor(
    private readonly repository: PayrollFormatRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'payroll-format',
      shown: { permission: 'settings.view', fields: { layout: true, time: true, columns: true } },
      noun: 'payroll format',
      repository: repository.rows,
      notFound: 'NOT_FOUND',
      laboratoryOf: () => null,
      present: (_, row) => toPayrollFormat(row),
      changed: payrollFormatChanged,
    });
  }

  async get(): Promise<PayrollFormat> {
    return toPayrollFormat(await this.repository.get());
  }

  /** @throws DomainError VALIDATION_FAILED with each column that cannot be, VERSION_CONFLICT with the current format. */
  async set(actor: Actor, { layout, time, columns, version }: SetPayrollFormatBody): Promise<PayrollFormat> {
    const errors = payrollFaults({ layout, columns });
    if (errors[0]) throw new DomainError('VALIDATION_FAILED', { message: errors[0].message, errors });
    return this.unitOfWork.exclusive('payroll-format', NETWORK_DOCUMENT_ID, async () => {
      if (!(await this.repository.get())) await this.repository.insertFirst(defaultPayrollFormat, this.clock.now());
      const options = { permission: 'settings.edit' } as const;
      return this.records.change(actor, NETWORK_DOCUMENT_ID, version, options, () => ({ layout, time, columns }));
    });
  }
}

function toPayrollFormat(row: PayrollFormatRow | null): PayrollFormat {
  if (!row) return { ...defaultPayrollFormat, updatedBy: null, updatedAt: null, version: 1 };
  return declaredFields(PayrollFormatSchema, row);
}

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
import { declaredFields } from '../../../platform/records/declared-fields';
import { type NetworkSetting, NetworkSettings } from '../../../platform/records/network-setting';
import type { EntityChanged } from '../../../platform/records/records';
import { PayrollFormatRepository, type PayrollFormatRow } from './payroll-format.repository';

const payrollFormatChanged = eventKind<EntityChanged<PayrollFormatRow>>('payroll-format.changed');

/** The columns and codes that the payroll program of the network takes. */
@Injectable()
export class PayrollFormats {
  private readonly setting: NetworkSetting<PayrollFormatRow, PayrollFormat>;

  constructor(repository: PayrollFormatRepository, settings: NetworkSettings) {
    this.setting = settings.create({
      entity: 'payroll-format',
      shown: { permission: 'settings.view', fields: { layout: true, time: true, columns: true } },
      noun: 'payroll format',
      repository,
      permission: 'settings.edit',
      defaults: defaultPayrollFormat,
      present: (row) => declaredFields(PayrollFormatSchema, row),
      changed: payrollFormatChanged,
    });
  }

  get(): Promise<PayrollFormat> {
    return this.setting.get();
  }

  /** @throws DomainError VALIDATION_FAILED with each column that cannot be, VERSION_CONFLICT with the current format. */
  async set(actor: Actor, { layout, time, columns, version }: SetPayrollFormatBody): Promise<PayrollFormat> {
    const errors = payrollFaults({ layout, columns });
    if (errors[0]) throw new DomainError('VALIDATION_FAILED', { message: errors[0].message, errors });
    return this.setting.set(actor, version, () => ({ layout, time, columns }));
  }
}

import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { CloseMonth } from './month-sheets/close-month';
import { ExportSheet } from './month-sheets/export-sheet';
import { MonthSheets } from './month-sheets/month-sheets';
import { PayrollFormats } from './month-sheets/payroll-formats';

const routes = contract.monthSheets;

@Controller()
export class MonthSheetController {
  constructor(
    private readonly sheets: MonthSheets,
    private readonly exports: ExportSheet,
    private readonly closing: CloseMonth,
    private readonly formats: PayrollFormats,
  ) {}

  @Implements(routes.sheet)
  sheet(actor: Actor, { query }: Input<typeof routes.sheet>) {
    return this.sheets.sheet(actor, query);
  }

  @Implements(routes.export)
  export(actor: Actor, { query }: Input<typeof routes.export>) {
    return this.exports.export(actor, query);
  }

  @Implements(routes.close)
  close(actor: Actor, { body }: Input<typeof routes.close>) {
    return () => this.closing.close(actor, body);
  }

  @Implements(routes.reopen)
  reopen(actor: Actor, { params, body }: Input<typeof routes.reopen>) {
    return this.closing.reopen(actor, params.id, body);
  }

  @Implements(routes.payrollFormat)
  payrollFormat() {
    return this.formats.get();
  }

  @Implements(routes.setPayrollFormat)
  setPayrollFormat(actor: Actor, { body }: Input<typeof routes.setPayrollFormat>) {
    return this.formats.set(actor, body);
  }
}

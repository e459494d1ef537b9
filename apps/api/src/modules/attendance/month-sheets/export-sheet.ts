import {
  type MonthSheetExportQuery,
  type PayrollFormat,
  payrollHeadings,
  type PayrollCell,
  payrollRows,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import type { FileStream } from '../../../platform/http/file-stream';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { withinBudget } from '../../../platform/sheet/export-budget';
import { sheetFile } from '../../../platform/sheet/sheet-writer';
import { NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { column, type SheetRow } from '../../reports/reports.port';
import { MonthSheets } from './month-sheets';
import { PayrollFormats } from './payroll-formats';

/** The month sheet in the format of the payroll program. */
@Injectable()
export class ExportSheet {
  constructor(
    private readonly sheets: MonthSheets,
    private readonly formats: PayrollFormats,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, EXPORT_TOO_LARGE. */
  async export(
    actor: Actor,
    { laboratoryId, month: asked, format: fileFormat }: MonthSheetExportQuery,
  ): Promise<FileStream> {
    const scope = actor.scopeOfBoth('attendance.export', 'attendance.view');
    const id = laboratoryId ?? scope.laboratoryId;
    const only = id === null ? undefined : await this.laboratories.getInScope(scope, id);
    const laboratories = only ? [only] : await this.laboratories.listInScope(scope);
    const month = asked ?? this.sheets.monthBefore({ timezone: only?.timezone ?? NETWORK_TIMEZONE });
    const format = await this.formats.get();
    const columns = payrollHeadings(format).map(({ header, kind }) =>
      kind === 'text' ? column.text(header, 18) : { ...column.amount(header), width: 14 },
    );
    const closed = await this.sheets.areClosed(laboratories, month);
    const label = Math.max(
      0,
      columns.findIndex(({ kind }) => kind === 'text'),
    );
    const rows = withinBudget(this.rows(actor, scope, laboratories, month, format), { columns, label });
    const name = ['payroll', ...(only ? [only.code] : []), month, ...(closed ? [] : ['draft'])].join('-');
    return sheetFile(actor.userId, name, fileFormat, { name: 'Payroll', columns, rows });
  }

  /** Of one laboratory after another, so that no more than one is held. */
  private async *rows(
    actor: Actor,
    scope: LabScope,
    laboratories: readonly LaboratoryRow[],
    month: string,
    format: PayrollFormat,
  ): AsyncGenerator<SheetRow> {
    for (const laboratory of laboratories) {
      for (const line of await this.sheets.handedOver(actor, scope, laboratory, month))
        yield* payrollRows(format, { line, laboratory, month }).map(toSheetRow);
    }
  }
}

/** Numbers of sheets have two decimals, as amounts. */
function toSheetRow(cells: readonly PayrollCell[]): SheetRow {
  return cells.map((cell) => (typeof cell === 'number' ? Math.round(cell * 100) : cell));
}

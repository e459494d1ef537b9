import {
  employmentTypeLabels,
  roleLabels,
  type SheetFormat,
  staffExportColumns,
  type StaffExportQuery,
  staffSheetColumns,
  staffStatusLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { type SheetColumn, sheetFile } from '../../platform/sheet/sheet-writer';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

const MAX_ROWS = 10_000;

type ExportField = keyof typeof staffExportColumns;

const widths: Record<ExportField, number> = {
  name: 28,
  email: 34,
  phone: 20,
  role: 14,
  laboratoryId: 16,
  department: 20,
  designation: 26,
  employmentType: 17,
  joiningDate: 13,
  employeeCode: 15,
  status: 11,
  exitDate: 13,
};
const fields = Object.keys(widths) as ExportField[];
const column = (field: ExportField): SheetColumn => ({
  heading: staffExportColumns[field],
  kind: field === 'joiningDate' || field === 'exitDate' ? 'day' : 'text',
  width: widths[field],
});
const columns = fields.map(column);
const importColumns = fields.filter((field) => field in staffSheetColumns).map(column);

/** The list as a file that an import reads back. */
@Injectable()
export class StaffExportService {
  constructor(
    private readonly users: UserRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, { format, ...query }: StaffExportQuery): Promise<File> {
    const people = await this.users.first(actor.scope('staff.export'), query, MAX_ROWS);
    const ids = new Map(people.flatMap(({ laboratoryId: id }) => (id ? [[id.toHexString(), id] as const] : [])));
    const laboratories = await this.laboratories.findAll([...ids.values()]);
    const own = actor.laboratoryId === null ? null : await this.laboratories.find(actor.laboratoryId);
    const today = businessDay(this.clock.now(), own?.timezone ?? NETWORK_TIMEZONE);
    const rows = people.map((person) => rowOf(person, laboratories));
    return sheetFile(`staff-${today}`, format, { name: 'Staff', columns, rows });
  }

  template(format: SheetFormat): Promise<File> {
    return sheetFile('staff-import', format, { name: 'Staff', columns: importColumns, rows: [] });
  }
}

function rowOf(person: UserRow, laboratories: ReadonlyMap<string, LaboratoryRow>): (string | null)[] {
  const laboratory = person.laboratoryId && laboratories.get(person.laboratoryId.toHexString());
  const written: Record<ExportField, string | null> = {
    name: person.name,
    email: person.email,
    phone: person.phone,
    role: roleLabels[person.role],
    laboratoryId: laboratory ? laboratory.code : null,
    department: person.department,
    designation: person.designation,
    employmentType: employmentTypeLabels[person.employmentType],
    joiningDate: person.joiningDate,
    employeeCode: person.employeeCode,
    status: staffStatusLabels[person.status],
    exitDate: person.exitDate,
  };
  return fields.map((field) => written[field]);
}

import {
  employmentTypeLabels,
  roleLabels,
  type SheetFormat,
  type StaffExportQuery,
  staffSheetColumns,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { type SheetColumn, sheetFile } from '../../platform/sheet/sheet-writer';
import { businessDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { NETWORK_TIMEZONE } from './staff.migration';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

const MAX_ROWS = 10_000;

const widths: Record<keyof typeof staffSheetColumns, number> = {
  name: 28,
  email: 34,
  phone: 20,
  role: 14,
  laboratoryId: 16,
  department: 20,
  designation: 26,
  employmentType: 17,
  joiningDate: 13,
};
const fields = Object.keys(widths) as (keyof typeof widths)[];
const columns = fields.map((field): SheetColumn => ({
  heading: staffSheetColumns[field],
  kind: field === 'joiningDate' ? 'day' : 'text',
  width: widths[field],
}));

/** The list as a file, in the columns and words that an import reads. */
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
    return sheetFile('staff-import', format, { name: 'Staff', columns, rows: [] });
  }
}

function rowOf(person: UserRow, laboratories: ReadonlyMap<string, LaboratoryRow>): (string | null)[] {
  const laboratory = person.laboratoryId && laboratories.get(person.laboratoryId.toHexString());
  const written: Record<keyof typeof widths, string | null> = {
    name: person.name,
    email: person.email,
    phone: person.phone,
    role: roleLabels[person.role],
    laboratoryId: laboratory ? laboratory.code : null,
    department: person.department,
    designation: person.designation,
    employmentType: employmentTypeLabels[person.employmentType],
    joiningDate: person.joiningDate,
  };
  return fields.map((field) => written[field]);
}

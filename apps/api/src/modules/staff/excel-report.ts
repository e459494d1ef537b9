import { employmentTypeLabels, roleLabels, staffStatusLabels } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Filter } from '../../platform/mongo/scoped-repository';
import {
  column,
  type ReportContent,
  type ReportRequest,
  ReportSources,
  type SheetRow,
  type SheetTable,
} from '../reports/reports.port';
import type { UserRow } from './user.document';
import { HeadcountReadModel } from './headcount.read-model';
import { UserRepository } from './user.repository';

const { text, day, total } = column;

const rules = [
  'The directory lists everyone who belonged to a laboratory, or to the network, on at least one day of the period.',
  'Role, laboratory and status are as they were when the report was generated.',
  'Headcount is the number of people in the directory. Someone who joined and left within the period is in both lists.',
];

/** The report on staff: who belonged to the laboratories in a period, who came and who went. */
@Injectable()
export class ExcelReport implements OnModuleInit {
  constructor(
    private readonly sources: ReportSources,
    private readonly users: UserRepository,
    private readonly headcounts: HeadcountReadModel,
  ) {}

  onModuleInit(): void {
    this.sources.register({ kind: 'staff', prepare: (request) => this.prepare(request) });
  }

  private async prepare(request: ReportRequest): Promise<ReportContent> {
    const { scope, from, to } = request;
    const present = { joiningDate: { $lte: to }, $or: [{ exitDate: null }, { exitDate: { $gte: from } }] };
    const within = { $gte: from, $lte: to };
    const joinedOrLeft = { $or: [{ joiningDate: within }, { exitDate: within }] };
    return {
      count: await this.users.count(scope, present),
      noun: 'people',
      rules,
      tables: [
        this.people('Directory', request, present, { keyColumns: 1 }),
        await this.headcount(request, present),
        this.people('Joiners and leavers', request, joinedOrLeft),
      ],
    };
  }

  private people(
    name: string,
    request: ReportRequest,
    filter: Filter,
    options: Pick<SheetTable, 'keyColumns'> = {},
  ): SheetTable {
    const { from, to } = request;
    return {
      name,
      ...options,
      columns: [
        text('Employee code', 15),
        text('Name', 28),
        text('Email', 34),
        text('Phone'),
        text('Role', 14),
        text('Laboratory', 14),
        text('Department'),
        text('Designation', 26),
        text('Employment type', 17),
        text('Status', 12),
        day('Joined'),
        day('Left'),
        text('In this period', 18),
      ],
      rows: this.rows(request, filter, (person, laboratory) => [
        person.employeeCode,
        person.name,
        person.email,
        person.phone,
        roleLabels[person.role],
        laboratory,
        person.department,
        person.designation,
        employmentTypeLabels[person.employmentType],
        staffStatusLabels[person.status],
        person.joiningDate,
        person.exitDate,
        describeMoves(person, { from, to }),
      ]),
    };
  }

  private async headcount({ scope, laboratories }: ReportRequest, filter: Filter): Promise<SheetTable> {
    const groups = await this.headcounts.countForReport(scope, filter);
    const rows = groups.map(({ laboratoryId, role, active, suspended, exited }) => {
      const laboratory = laboratoryId && laboratories.get(laboratoryId.toHexString());
      const all = active + suspended + exited;
      return [laboratory ? laboratory.name : 'Network', roleLabels[role], active, suspended, exited, all];
    });
    return {
      name: 'Headcount',
      columns: [text('Laboratory', 34), text('Role', 14), ...['Active', 'Suspended', 'Exited', 'Total'].map(total)],
      rows: rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    };
  }

  private async *rows(
    { scope, laboratories }: ReportRequest,
    filter: Filter,
    cellsOf: (person: UserRow, laboratory: string | null) => SheetRow,
  ): AsyncGenerator<SheetRow> {
    for await (const person of this.users.eachForReport(scope, filter)) {
      yield cellsOf(person, laboratories.get(person.laboratoryId?.toHexString() ?? '')?.code ?? null);
    }
  }
}

function describeMoves({ joiningDate, exitDate }: UserRow, { from, to }: { from: string; to: string }): string | null {
  const moves = [
    ...(joiningDate >= from && joiningDate <= to ? ['Joined'] : []),
    ...(exitDate !== null && exitDate >= from && exitDate <= to ? ['Left'] : []),
  ];
  return moves.join(', ') || null;
}

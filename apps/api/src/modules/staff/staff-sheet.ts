import {
  CreateStaffBody,
  employmentTypeLabels,
  type ImportStaffBody,
  roleLabels,
  SkillsSchema,
  type SheetFormat,
  type SheetRowFault,
  staffExportColumns,
  type StaffExportQuery,
  type StaffImport,
  staffStatusLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../../platform/domain/actor';
import type { FileStream } from '../../platform/http/file-stream';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { assertExportable, choiceRule, defineSheet, writesRows } from '../../platform/sheet/sheet';
import { Clock } from '../../platform/time/clock';
import { type TemporaryPassword, TemporaryPasswords } from '../access/access.port';
import {
  LaboratoriesPort,
  type LaboratoryRow,
  namedInLine,
  type SheetLaboratories,
} from '../laboratories/laboratories.port';
import { EmailLimit } from './email-limit';
import { StaffAssignment } from './staff-assignment';
import { StaffRecords } from './staff-records';
import { newUser, toIssuedPassword } from './staff.mapper';
import { assignRefusal } from './staff.policy';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

const rules = CreateStaffBody.shape;

/** `PCR; Microbiology` */
function skillsIn(text: string): string[] {
  return text
    .split(/[;,\n]/)
    .map((skill) => skill.trim())
    .filter((skill) => skill !== '');
}

type ExportedPerson = { person: UserRow; laboratory: LaboratoryRow | undefined };

const staffSheet = defineSheet<ExportedPerson>()({
  name: 'Staff',
  headings: staffExportColumns,
  label: ['name', 'email'],
  columns: {
    name: { width: 28, value: ({ person }) => person.name, read: rules.name, required: true },
    email: { width: 34, value: ({ person }) => person.email, read: rules.email, required: true },
    phone: { width: 20, value: ({ person }) => person.phone, read: rules.phone },
    role: {
      width: 14,
      value: ({ person }) => roleLabels[person.role],
      read: choiceRule('Role', roleLabels),
      required: true,
    },
    laboratoryId: {
      width: 16,
      value: ({ laboratory }) => laboratory?.code ?? null,
      read: z.string().toUpperCase(),
    },
    department: { width: 20, value: ({ person }) => person.department, read: rules.department },
    designation: { width: 26, value: ({ person }) => person.designation, read: rules.designation },
    employmentType: {
      width: 17,
      value: ({ person }) => employmentTypeLabels[person.employmentType],
      read: choiceRule('Employment type', employmentTypeLabels).default('permanent'),
    },
    joiningDate: { kind: 'day', width: 13, value: ({ person }) => person.joiningDate, read: rules.joiningDate },
    skills: {
      width: 26,
      value: ({ person }) => person.skills.join('; ') || null,
      read: z.string().transform(skillsIn).pipe(SkillsSchema).default([]),
    },
    employeeCode: { width: 15, value: ({ person }) => person.employeeCode },
    status: { width: 11, value: ({ person }) => staffStatusLabels[person.status] },
    exitDate: { kind: 'day', width: 13, value: ({ person }) => person.exitDate },
  },
});

type StaffLine = Awaited<ReturnType<typeof staffSheet.read>>[number];

/** A row of the sheet as a person to create. */
type ParsedRow = { line: StaffLine; body: CreateStaffBody; laboratory: LaboratoryRow | null };

const EMAIL_IN_USE = 'Someone already has this email address';

type ImportContext = {
  actor: Actor;
  laboratories: SheetLaboratories;
  /** Email addresses of people whom the actor can see. */
  taken: ReadonlySet<string>;
};

export const MAX_EXPORT_ROWS = 10_000;

type NewPerson = ParsedRow & { temporary: TemporaryPassword };

/** People from a file and to a file. */
@Injectable()
export class StaffSheet {
  constructor(
    private readonly users: UserRepository,
    private readonly records: StaffRecords,
    private readonly assignment: StaffAssignment,
    private readonly laboratories: LaboratoriesPort,
    private readonly passwords: TemporaryPasswords,
    private readonly emails: EmailLimit,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The list as a file that an import can read.
   * @throws DomainError EXPORT_TOO_LARGE with the number of people.
   */
  async export(actor: Actor, { format, ...query }: StaffExportQuery): Promise<FileStream> {
    const scope = actor.scope('staff.export');
    assertExportable(await this.users.countListed(scope, query), MAX_EXPORT_ROWS, 'people');
    const people = await this.users.first(scope, query, MAX_EXPORT_ROWS);
    const laboratories = await this.laboratories.findAll(people.flatMap(({ laboratoryId }) => laboratoryId ?? []));
    const today = await this.laboratories.readDay(actor, this.clock.now());
    const rows = people.map((person) => {
      const { laboratoryId } = person;
      return { person, laboratory: laboratoryId ? laboratories.get(laboratoryId.toHexString()) : undefined };
    });
    return staffSheet.export(actor, `staff-${today}`, format, rows);
  }

  template(actor: Actor, format: SheetFormat): Promise<FileStream> {
    return staffSheet.template(actor, 'staff-import', format);
  }

  /**
   * Reads and validates the whole file. Passwords are hashed only if the rows are to be written.
   * @throws DomainError SHEET_UNREADABLE, FORBIDDEN without `staff.create`.
   */
  async import(actor: Actor, { content, ...wanted }: ImportStaffBody): Promise<() => Promise<StaffImport>> {
    const scope = actor.scope('staff.create');
    const { lines, laboratories } = await this.laboratories.readSheet(staffSheet, { actor, scope, content });
    const emails = lines.flatMap(({ values }) => values.email ?? []);
    // Only of people within the scope: validating a file must not reveal who works elsewhere.
    const taken = await this.emailsInUse(scope, emails);
    const { parsed, faults } = parseRows(lines, { actor, laboratories, taken });
    const answer = { applied: false, rows: lines.length, faults, created: [] };
    if (!writesRows(wanted, { valid: parsed, faults })) return () => Promise.resolve(answer);
    const passwords = await this.passwords.makeMany(actor.userId, parsed.length);
    const people = parsed.flatMap((row, index) => {
      const temporary = passwords[index];
      return temporary ? [{ ...row, temporary }] : [];
    });
    return () =>
      this.unitOfWork.run(async () => {
        const taken = await this.firstTaken(people);
        if (taken) await this.emails.found(actor);
        if (taken) return { ...answer, faults: [...faults, ...staffSheet.listFaults([taken])] };
        return { ...answer, applied: true, created: await this.create(actor, people) };
      });
  }

  /**
   * An address can be in use in a laboratory that the actor does not see, which shows only where everything else is
   * ready to be written. Then a single row is named, so that one file does not reveal many addresses.
   */
  private async firstTaken(people: readonly NewPerson[]): Promise<StaffLine | undefined> {
    const emails = people.map(({ body }) => body.email);
    const inUse = await this.emailsInUse(LabScope.everywhere(), emails);
    const taken = people.find(({ body }) => inUse.has(body.email))?.line;
    taken?.addFault('email', EMAIL_IN_USE);
    return taken;
  }

  private async emailsInUse(scope: LabScope, emails: readonly string[]): Promise<Set<string>> {
    const query = { limit: emails.length, projection: { email: 1 } } as const;
    const rows = await this.users.find(scope, { email: { $in: emails } }, query);
    return new Set(rows.map(({ email }) => email));
  }

  /** @throws DomainError when an address was taken, or a laboratory closed, since the file was read. */
  private async create(actor: Actor, people: readonly NewPerson[]): Promise<StaffImport['created']> {
    const ids = new Set(people.flatMap(({ laboratory }) => laboratory?._id.toHexString() ?? []));
    for (const id of [...ids].sort()) {
      await this.assignment.laboratoryFor(actor.scope('staff.create'), 'staff', id);
    }
    const now = this.clock.now();
    const codes = await this.employeeCodesFor(people);
    const rows = people.map(({ body, laboratory, temporary: { passwordHash } }, index) =>
      newUser(body, { actor, laboratory, employeeCode: codes[index] ?? '', passwordHash, now }),
    );
    await this.records.createMany({ actor }, rows);
    return rows.map((row, index) => toIssuedPassword(row, people[index]?.temporary.password ?? ''));
  }

  /** One code per person, in the order of the rows; the codes of a laboratory are consecutive. */
  private async employeeCodesFor(people: readonly NewPerson[]): Promise<string[]> {
    const prefixes = people.map(({ laboratory }) => laboratory?.code ?? null);
    const unused = new Map<string | null, string[]>();
    for (const code of new Set(prefixes)) {
      const count = prefixes.filter((prefix) => prefix === code).length;
      unused.set(code, await this.assignment.takeEmployeeCodes(code === null ? null : { code }, count));
    }
    return prefixes.map((code) => unused.get(code)?.shift() ?? '');
  }
}

/** Every row as a person to create, or with everything that is wrong with it. */
function parseRows(
  lines: readonly StaffLine[],
  context: ImportContext,
): { parsed: ParsedRow[]; faults: SheetRowFault[] } {
  const parsed = lines.flatMap((line): ParsedRow[] => {
    const laboratory = findLaboratory(line, context);
    addFaults(line, context);
    const { complete } = line;
    if (!complete) return [];
    const laboratoryId = laboratory?._id.toHexString() ?? null;
    return [{ line, body: { ...complete, laboratoryId, shift: null, emergencyContact: null }, laboratory }];
  });
  return { parsed, faults: staffSheet.listFaults(lines) };
}

function addFaults(line: StaffLine, { actor, taken }: ImportContext): void {
  const { role, email } = line.values;
  const notAssignable = role && assignRefusal(actor, role);
  if (notAssignable) line.addFault('role', notAssignable.message);
  line.addRepetition('email', 'email address');
  if (email !== undefined && taken.has(email)) line.addFault('email', EMAIL_IN_USE);
}

/** A super admin belongs to the network, whatever the cell says. */
function findLaboratory(line: StaffLine, { laboratories }: ImportContext): LaboratoryRow | null {
  const { role, laboratoryId: code = '' } = line.values;
  return role === 'super_admin' ? null : namedInLine(line, laboratories(code), 'addPeople');
}

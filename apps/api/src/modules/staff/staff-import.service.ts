import type { ImportStaffBody, StaffImport } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { LabScope } from '../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type TemporaryPassword, TemporaryPasswords } from '../access/access.port';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { newUser } from './new-user';
import { type ParsedRow as Newcomer, parseRows, staffSheet } from './staff-sheet';
import { StaffPlaces } from './staff-places';
import { StaffRecord } from './staff-record';
import { type StaffChange, userCreated } from './staff.events';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

/** More than this are not announced one by one: open screens are told once for each laboratory. */
const ANNOUNCED_EACH = 20;

/** A sheet that was read and judged, with the passwords of its people where it is to be written. */
type PreparedImport = Pick<StaffImport, 'rows' | 'faults'> & {
  newcomers: (Newcomer & { temporary: TemporaryPassword })[];
};

/** People from a sheet, all or none. */
@Injectable()
export class StaffImportService {
  constructor(
    private readonly users: UserRepository,
    private readonly record: StaffRecord,
    private readonly places: StaffPlaces,
    private readonly laboratories: LaboratoriesPort,
    private readonly passwords: TemporaryPasswords,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads and judges the whole file; hashes only what is to be written.
   * @throws DomainError SHEET_UNREADABLE, FORBIDDEN without `staff.create`.
   */
  async prepare(actor: Actor, { content, dryRun }: ImportStaffBody): Promise<() => Promise<StaffImport>> {
    const scope = actor.scope('staff.create');
    const lines = await staffSheet.read(content, scope.reachesAll ? ['laboratoryId'] : []);
    const emails = lines.flatMap(({ values }) => values.email ?? []);
    const [laboratories, known] = await Promise.all([
      this.laboratories.namedInSheet(
        scope,
        lines.map(({ values }) => values.laboratoryId ?? ''),
      ),
      this.users.find(
        LabScope.everywhere(),
        { email: { $in: emails } },
        { limit: lines.length, projection: { email: 1 } },
      ),
    ]);
    const taken = new Set(known.map(({ email }) => email));
    const { parsed: newcomers, faults } = parseRows(lines, { actor, laboratories, taken });
    const wanted = dryRun || faults.length > 0 ? [] : newcomers;
    const passwords = await this.passwords.makeMany(wanted.length);
    const prepared = {
      rows: lines.length,
      faults,
      newcomers: wanted.flatMap((newcomer, place) => {
        const temporary = passwords[place];
        return temporary ? [{ ...newcomer, temporary }] : [];
      }),
    };
    return () => this.apply(actor, prepared);
  }

  /** @throws DomainError EMAIL_TAKEN when somebody got one of the addresses since the file was read. */
  private apply(actor: Actor, { rows, faults, newcomers }: PreparedImport): Promise<StaffImport> {
    if (newcomers.length === 0) return Promise.resolve({ applied: false, rows, faults, created: [] });
    return this.unitOfWork.run(async () => {
      await this.mustStillBeOpen(actor, newcomers);
      const now = this.clock.now();
      const codes = await this.codesFor(newcomers);
      const people = newcomers.map(({ body, laboratory, temporary: { passwordHash } }, place) =>
        newUser(body, { actor, laboratory, employeeCode: codes[place] ?? '', passwordHash, now }),
      );
      await this.record.unlessEmailTaken(() => this.users.insertMany(people));
      const changes = people.map((after): StaffChange => ({ actor, before: null, after }));
      await this.record.tell(userCreated, changes, { announced: announcedOf(changes) });
      const created = people.map((person, place) => toldOf(person, newcomers[place]?.temporary.password ?? ''));
      return { applied: true, rows, faults, created };
    });
  }

  /** A laboratory may have been closed since the file was read. */
  private async mustStillBeOpen(actor: Actor, newcomers: readonly Newcomer[]): Promise<void> {
    const ids = new Set(newcomers.flatMap(({ laboratory }) => laboratory?._id.toHexString() ?? []));
    for (const id of [...ids].sort()) await this.places.toJoin(actor.scope('staff.create'), 'staff', id);
  }

  /** A code for each, in the order of the rows; those of a laboratory are in a row. */
  private async codesFor(newcomers: readonly Newcomer[]): Promise<string[]> {
    const prefixes = newcomers.map(({ laboratory }) => laboratory?.code ?? null);
    const left = new Map<string | null, string[]>();
    for (const code of new Set(prefixes)) {
      const count = prefixes.filter((prefix) => prefix === code).length;
      left.set(code, await this.places.takeCodes(code === null ? null : { code }, count));
    }
    return prefixes.map((code) => left.get(code)?.shift() ?? '');
  }
}

function announcedOf(changes: readonly StaffChange[]): readonly StaffChange[] {
  if (changes.length <= ANNOUNCED_EACH) return changes;
  return [...new Map(changes.map((change) => [change.after.laboratoryId?.toHexString(), change])).values()];
}

function toldOf(
  { _id, name, email, employeeCode }: UserRow,
  temporaryPassword: string,
): StaffImport['created'][number] {
  return { _id: _id.toHexString(), name, email, employeeCode, temporaryPassword };
}

import type { Blocker, LaboratoryStats, LaboratoryUse } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { Caches } from '../../platform/cache/caches';
import { LabScope } from '../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../platform/domain/object-id';
import { readAll, readOnce } from '../../platform/mongo/unit-of-work';
import type { EntityChanged } from '../../platform/records/records';
import { Registry } from '../../platform/registry';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import type { LaboratoryRow } from './laboratory.document';
import { laboratoryUsePolicy } from './laboratory.policy';
import { LaboratoryRepository } from './laboratory.repository';

/** Raised within the transaction of every write to a laboratory. */
export const laboratoriesChanged = eventKind<EntityChanged<LaboratoryRow>>('laboratories.changed');

export type { LaboratoryRow } from './laboratory.document';
export { toHomeLaboratory, toLaboratoryName, toZonedLaboratory } from './laboratory.mapper';
export { laboratoryUsePolicy } from './laboratory.policy';
export { addPolicies } from './policy-migration';
export type StatsRequest = { actor: Actor; laboratoryId: string; from: string; to: string };
export type StatsBlocks = Omit<LaboratoryStats, 'period' | 'lastActivityAt'>;

/** The laboratory behind a cell of a sheet, or why there is none. */
export type SheetLaboratories = (code: string) => LaboratoryRow | { fault: string };

/** The laboratory that a line of a sheet names; faults of the name and of its use are reported on the line. */
export function namedInLine(
  line: { addFault: (field: 'laboratoryId', message: string) => void },
  named: ReturnType<SheetLaboratories>,
  use: LaboratoryUse,
): LaboratoryRow | null {
  const isUnknown = 'fault' in named;
  const fault = isUnknown ? named.fault : laboratoryUsePolicy[use](named)?.message;
  if (fault !== undefined) line.addFault('laboratoryId', fault);
  return isUnknown ? null : named;
}

/** What another feature knows of a laboratory. Each feature registers one. */
export type LaboratoryFactSource = {
  /** Whether the laboratory has any records of the feature, so that its code must not change. */
  hasRecords: (laboratoryId: string) => Promise<boolean>;
  /** Work in progress that prevents the laboratory from being archived. Only reads. */
  blockers: (laboratoryId: string) => Promise<Blocker[]>;
  /**
   * The lock of the laboratory (see `UnitOfWork.exclusive`) that every change takes that adds such work. Archiving,
   * suspending and resuming the laboratory take it as well.
   */
  lock: string;
  /** When someone was last active in the laboratory, as far as the feature knows. */
  lastActivity?: (laboratoryId: string) => Promise<Date | null>;
  /** The last day whose records are closed, `YYYY-MM-DD`; null if none is. */
  closedThrough?: (laboratoryId: string) => Promise<string | null>;
  /** The feature's part of the statistics; empty if the actor cannot see it. */
  stats: (request: StatsRequest) => Promise<StatsBlocks>;
};

@Injectable()
export class LaboratoryFacts extends Registry<LaboratoryFactSource> {
  async hasRecords(laboratoryId: string): Promise<boolean> {
    for (const source of this.sources) if (await source.hasRecords(laboratoryId)) return true;
    return false;
  }

  async blockers(laboratoryId: string): Promise<Blocker[]> {
    const found: Blocker[] = [];
    for (const source of this.sources) found.push(...(await source.blockers(laboratoryId)));
    return found;
  }

  /** What a change of the laboratory's status locks, before it asks for `blockers`. */
  get locks(): string[] {
    return this.sources.map(({ lock }) => lock);
  }

  async lastActivities(laboratoryId: string): Promise<Date[]> {
    const known = this.sources.flatMap(({ lastActivity }) => lastActivity ?? []);
    const all = await Promise.all(known.map((lastActivity) => lastActivity(laboratoryId)));
    return all.filter((at) => at !== null);
  }

  /** The last day that any feature has closed; null if none has. */
  async closedThrough(laboratoryId: string): Promise<string | null> {
    let last: string | null = null;
    for (const { closedThrough } of this.sources) {
      const day = (await closedThrough?.(laboratoryId)) ?? null;
      if (day !== null && (last === null || day > last)) last = day;
    }
    return last;
  }

  async stats(request: StatsRequest): Promise<StatsBlocks> {
    const blocks = await readAll(...this.sources.map((source) => () => source.stats(request)));
    return Object.assign({}, ...blocks) as StatsBlocks;
  }
}

/** Access to laboratories for other modules, with the rights of the system and not of a person. */
@Injectable()
export class LaboratoriesPort {
  private readonly scopes;
  private readonly byId;

  constructor(
    private readonly laboratories: LaboratoryRepository,
    caches: Caches,
  ) {
    this.scopes = caches.share<LaboratoryRow[]>();
    this.byId = caches.share<LaboratoryRow | undefined>();
  }

  async find(laboratoryId: string): Promise<LaboratoryRow | null> {
    return readOnce(laboratoriesChanged, laboratoryId, () =>
      this.laboratories.findById(LabScope.everywhere(), laboratoryId),
    );
  }

  /** The day of a person's laboratory, or of the network, at an instant. */
  async readDay({ laboratoryId }: Pick<Actor, 'laboratoryId'>, at: Date): Promise<string> {
    const own = laboratoryId === null ? null : await this.find(laboratoryId);
    return businessDay(at, own?.timezone ?? NETWORK_TIMEZONE);
  }

  /** The laboratory that a document belongs to, `null` where it belongs to the network. */
  async ownerOf({ laboratoryId }: { laboratoryId: ObjectId | null }): Promise<LaboratoryRow | null> {
    return laboratoryId && this.find(laboratoryId.toHexString());
  }

  /** The laboratory of a document, which exists as long as the document does. */
  async getOwner({ laboratoryId }: { laboratoryId: ObjectId }): Promise<LaboratoryRow> {
    const laboratory = await this.find(laboratoryId.toHexString());
    if (!laboratory) throw new Error(`The laboratory ${laboratoryId.toHexString()} is missing`);
    return laboratory;
  }

  /** By id, in one query, so that a page of other documents can name them. */
  async findAll(ids: readonly ObjectId[]): Promise<Map<string, LaboratoryRow>> {
    if (ids.length === 0) return new Map();
    const unique = [...new Set(ids.map((id) => id.toHexString()))];
    const rows = await this.byId.getMany(unique, async (missing) => {
      const filter = { _id: { $in: missing.map((id) => objectId(id)) } };
      const found = byId(await this.laboratories.find(LabScope.everywhere(), filter, { limit: missing.length }));
      return (id) => ({ value: found.get(id) });
    });
    return byId(rows.filter((row) => row !== undefined));
  }

  /** Names the laboratories by id. */
  async names(ids: readonly ObjectId[]): Promise<(id: string) => string> {
    const laboratories = await this.findAll(ids);
    return (id) => laboratories.get(id)?.name ?? 'Unknown laboratory';
  }

  /** Every laboratory of the scope, the archived ones included. */
  async listInScope(scope: LabScope): Promise<LaboratoryRow[]> {
    const filter = scope.laboratoryId === null ? {} : { _id: objectId(scope.laboratoryId) };
    return this.scopes.get(scope.laboratoryId ?? '', async () => {
      return { value: await this.laboratories.findAll(LabScope.everywhere(), filter) };
    });
  }

  /** @throws DomainError VALIDATION_FAILED without a laboratory, LABORATORY_NOT_FOUND outside the scope. */
  async getInScope(scope: LabScope, laboratoryId: string | null): Promise<LaboratoryRow> {
    if (laboratoryId === null) throw DomainError.onField('VALIDATION_FAILED', 'laboratoryId', 'Laboratory is required');
    const laboratory = scope.reaches(laboratoryId) ? await this.find(laboratoryId) : null;
    if (!laboratory) throw DomainError.onField('LABORATORY_NOT_FOUND', 'laboratoryId');
    return laboratory;
  }

  /**
   * The laboratory for a new record, by default the person's own.
   * @throws DomainError VALIDATION_FAILED without a laboratory, LABORATORY_NOT_FOUND outside the scope,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  async getForNewRecords(scope: LabScope, laboratoryId: string | null = scope.laboratoryId): Promise<LaboratoryRow> {
    const laboratory = await this.getInScope(scope, laboratoryId);
    const refused = laboratoryUsePolicy.enterRecords(laboratory);
    if (refused) throw DomainError.onField(refused.code, 'laboratoryId', refused.message);
    return laboratory;
  }

  /** Notes that a roster of the days was published, within the transaction under way. */
  async notePlannedDays({ _id, plannedDays: known }: LaboratoryRow, { from, to }: { from: string; to: string }) {
    const all = { from: known && known.from < from ? known.from : from, to: known && known.to > to ? known.to : to };
    if (all.from !== known?.from || all.to !== known.to) await this.laboratories.setPlannedDays(_id, all);
  }

  /** By code, in one query. */
  async findByCodes(codes: readonly string[]): Promise<LaboratoryRow[]> {
    return this.laboratories.find(LabScope.everywhere(), { code: { $in: codes } }, { limit: codes.length });
  }

  /**
   * The rows of a file to import, and the laboratories that they name. People who reach all must name one in each row.
   * @throws DomainError SHEET_UNREADABLE.
   */
  async readSheet<Line extends { values: { laboratoryId?: string | undefined } }>(
    sheet: { read: (actor: Actor, content: string, required: 'laboratoryId'[]) => Promise<Line[]> },
    { actor, scope, content }: { actor: Actor; scope: LabScope; content: string },
  ): Promise<{ lines: Line[]; laboratories: SheetLaboratories }> {
    const lines = await sheet.read(actor, content, scope.reachesAll ? ['laboratoryId'] : []);
    const codes = lines.map(({ values }) => values.laboratoryId ?? '');
    return { lines, laboratories: await this.namedInSheet(scope, codes) };
  }

  /** How a sheet names laboratories: by code within the scope, and with a blank cell the scope's own. */
  private async namedInSheet(scope: LabScope, codes: readonly string[]): Promise<SheetLaboratories> {
    const [rows, own] = await readAll(
      () => this.findByCodes([...new Set(codes)]),
      async () => (scope.laboratoryId === null ? null : this.find(scope.laboratoryId)),
    );
    const reached = rows.filter(({ _id }) => scope.reaches(_id.toHexString()));
    const byCode = new Map(reached.map((laboratory) => [laboratory.code, laboratory]));
    return (code) => {
      if (code === '') return own ?? { fault: 'Laboratory code is required' };
      return byCode.get(code) ?? { fault: `No laboratory has the code ${code}` };
    };
  }
}

/** The laboratory of a row among those that were read with it: it exists as long as the row does. */
export function laboratoryIn<Laboratory>(laboratories: ReadonlyMap<string, Laboratory>, id: ObjectId): Laboratory {
  const laboratory = laboratories.get(id.toHexString());
  if (!laboratory) throw new Error(`The laboratory ${id.toHexString()} is missing`);
  return laboratory;
}

function byId(rows: LaboratoryRow[]): Map<string, LaboratoryRow> {
  return new Map(rows.map((row) => [row._id.toHexString(), row]));
}

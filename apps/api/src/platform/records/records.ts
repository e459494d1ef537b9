import { type AuditEntry, errorCatalogue, type Page, type Permission, type ServerEvent } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog, type PageRequest } from '../audit/audit-log';
import { DocumentNames } from '../audit/document-names';
import { declareAudited, type FieldRules, recordedFields } from '../audit/audited-fields';
import { assertDecided, type Decider, decisionFields, type Judged } from '../decisions/decider';
import { DomainEvents } from '../events/domain-events';
import { isUnchanged } from '../audit/changes';
import type { Actor } from '../domain/actor';
import { DomainError } from '../domain/domain-error';
import type { Refusal } from '../domain/policy';
import { duplicatedFields } from '../mongo/database-errors';
import { LabScope } from '../domain/lab-scope';
import { type ObjectId, objectId } from '../domain/object-id';
import type { Projection } from '../mongo/scoped-repository';
import { readInFirstAttempt, UnitOfWork, withoutWrites } from '../mongo/unit-of-work';
import { Realtime } from '../realtime/realtime';
import { roomOf } from '../realtime/rooms';
import { Clock } from '../time/clock';
import type { Change, ChangeOptions, RecordsOptions, VersionedRow, Write } from './records-options';

export type { Change, EntityChanged } from './records-options';

/** Above it, the holders of a laboratory receive one event instead of one per document. */
const MAX_SINGLE_EVENTS = 20;

/**
 * The life of versioned documents of one kind: lookup within the scope or 404, version check with the current document,
 * compare-and-set, unique fields, audit row, event and presentation.
 */
export class Records<Row extends VersionedRow, Item, Event extends ServerEvent = never> {
  constructor(
    private readonly options: Omit<RecordsOptions<Row, Item, Event>, 'shown'> & { rules: FieldRules },
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The same documents as another feature presents them. */
  presentedAs<Other>(present: (viewer: Actor, row: Row) => Other | Promise<Other>): Records<Row, Other> {
    const { live: _, ...options } = this.options;
    return new Records({ ...options, present }, this.unitOfWork, this.audit, this.clock);
  }

  /** @throws DomainError with the `notFound` code, also for a document outside the scope. */
  async getOrThrow(scope: LabScope, id: string): Promise<Row> {
    const row = await this.options.repository.findById(scope, id);
    if (!row) throw new DomainError(this.options.notFound);
    return row;
  }

  /**
   * Each of the documents once, in the order of the ids.
   * @throws DomainError with the `notFound` code if any of them is outside the scope.
   */
  async getEach(scope: LabScope, ids: readonly string[], projection?: Projection): Promise<Row[]> {
    const unique = [...new Set(ids)];
    const filter = { _id: { $in: unique.map(objectId) } };
    const rows = await this.options.repository.find(scope, filter, { limit: unique.length, projection });
    if (rows.length < unique.length) throw new DomainError(this.options.notFound);
    const byId = new Map(rows.map((row) => [row._id.toHexString(), row]));
    return unique.flatMap((id) => byId.get(id) ?? []);
  }

  async get(viewer: Actor, permission: Permission, id: string): Promise<Item> {
    return this.options.present(viewer, await this.getOrThrow(await this.scopeFor(viewer, permission, id), id));
  }

  /** That of the permission or, for a document of the viewer, see `ownEverywhere`. */
  async scopeFor(viewer: Actor, permission: Permission, id: string): Promise<LabScope> {
    const [scope, own] = [viewer.scope(permission), LabScope.ofPersonEverywhere(viewer.userId)];
    return this.options.ownEverywhere && (await this.options.repository.findById(own, id)) ? own : scope;
  }

  /** Every write on the document within the viewer's scope, newest first. */
  async history(viewer: Actor, permission: Permission, id: string, page: PageRequest): Promise<Page<AuditEntry>> {
    const reader = { viewer, permission, scope: await this.scopeFor(viewer, permission, id) };
    await this.getOrThrow(reader.scope, id);
    return this.audit.history(reader, this.options.entity, id, page);
  }

  /** @throws DomainError VERSION_CONFLICT with the current document; an absent version is not checked. */
  async assertVersion(viewer: Actor, current: Row, version: number | undefined): Promise<void> {
    if (version === undefined || current.version === version) return;
    const message = `${current.updatedBy ?? 'The system'} changed this ${this.options.noun ?? this.options.entity} in the meantime`;
    throw new DomainError('VERSION_CONFLICT', { message, conflict: await this.conflictWith(viewer, current) });
  }

  /** @throws DomainError with the refusal; where it is due to the document's state, with the current document. */
  async assertAllowed(viewer: Actor, current: Row, refused: Refusal | undefined): Promise<void> {
    if (!refused) return;
    const { code, message, errors, external } = refused;
    const conflict =
      errorCatalogue[code].status === 409 && !external ? await this.conflictWith(viewer, current) : undefined;
    throw new DomainError(code, { message, errors, conflict });
  }

  /** The version that is decided on: by default that of the request's arrival. No one has reviewed later changes. */
  async versionToDecide(scope: LabScope, id: string, version: number | undefined): Promise<number> {
    const read = async () => (await this.getOrThrow(scope, id)).version;
    return version ?? (await readInFirstAttempt(`version of ${this.options.entity} ${id}`, read));
  }

  /** Who makes the decision. @throws DomainError as `assertAllowed`, of a decision that is refused. */
  async assertDecidable(viewer: Actor, current: Row, { decider, refused }: Judged): Promise<Decider> {
    await this.assertAllowed(viewer, current, refused);
    if (!decider) throw new DomainError('FORBIDDEN');
    return decider;
  }

  /** Inserts one document and presents it, as options say or otherwise. @throws DomainError of a unique field. */
  create(actor: Actor, row: Row, present = this.options.present): Promise<Item> {
    return this.unitOfWork.run(async () => {
      await this.uniquely(() => this.options.repository.insert(row));
      await this.record({ actor, action: 'created' }, [{ before: null, after: row }]);
      return present(actor, row);
    });
  }

  /** Inserts many documents in the transaction under way. The history calls it `created` unless it says more. */
  async createMany({ action = 'created', ...write }: Partial<Write> & Pick<Write, 'actor'>, rows: readonly Row[]) {
    await this.uniquely(() => this.options.repository.insertMany([...rows]));
    const changes = rows.map((after) => ({ before: null, after }));
    await this.record({ ...write, action }, changes);
  }

  /**
   * Changes one document in a transaction and presents it. For a decision without a version, see `versionToDecide`.
   * @param next the fields to write, decided on the document as it is now; `null` where there is nothing to write.
   * @throws DomainError `notFound`, the policy's refusal, VERSION_CONFLICT, a unique field's code.
   */
  async change(
    actor: Actor,
    id: string,
    version: number | undefined,
    { permission, action = 'updated', noted, policy, decision, also }: ChangeOptions<Row>,
    next: (before: Row, as: Actor) => Partial<Row> | null | Promise<Partial<Row> | null>,
  ): Promise<Item> {
    const scope = await this.scopeFor(actor, permission, id);
    const expected = decision ? await this.versionToDecide(scope, id, version) : version;
    return this.unitOfWork.run(async () => {
      const before = await this.getOrThrow(scope, id);
      const decider =
        decision && (await this.assertDecidable(actor, before, await withoutWrites(() => decision(before))));
      if (!decider) await this.assertAllowed(actor, before, await withoutWrites(() => policy?.(before)));
      await this.assertVersion(actor, before, expected);
      const as = decider?.as ?? actor;
      const changes = await next(before, as);
      const isSame = () => isUnchanged(before, this.withDerived(before, changes ?? {}, as, this.clock.now()));
      // A form that is saved as it was opened is worth neither a row in the history nor a conflict with a colleague.
      if (!changes || (action === 'updated' && isSame())) return this.options.present(actor, before);
      const write = { actor: as, action, decider, noted };
      return this.options.present(actor, await this.write(scope, before, changes, write, also));
    });
  }

  /** Writes one document in the transaction under way, if it is still at its version. @throws as `change` */
  async write(
    scope: LabScope,
    before: Row,
    changes: Partial<Row>,
    { actor, action, at = this.clock.now(), decider, noted }: Write,
    also?: ChangeOptions<Row>['also'],
  ): Promise<Row> {
    const id = before._id.toHexString();
    const fields = this.withDerived(before, changes, actor, at);
    const after = await this.uniquely(() => this.options.repository.updateAt(scope, id, before.version, fields, at));
    if (!after) throw new DomainError('VERSION_CONFLICT');
    await also?.(before, after);
    await this.record({ actor, action, decider, noted }, [{ before, after }]);
    return after;
  }

  /**
   * As `write`, of many documents at once: all of them or, when any has changed since it was read, none.
   * @throws DomainError VERSION_CONFLICT.
   */
  async writeMany(
    scope: LabScope,
    writes: readonly { row: Row; changes: Partial<Row> }[],
    { actor, action, at = this.clock.now(), noted }: Write,
  ): Promise<Row[]> {
    if (writes.length === 0) return [];
    const statements = writes.map(({ row, changes }) => ({ row, changes: this.withDerived(row, changes, actor, at) }));
    if (!(await this.options.repository.updateEachAt(scope, statements, at))) throw new DomainError('VERSION_CONFLICT');
    const changes = statements.map(({ row: before, changes: fields }) => ({
      before,
      after: { ...before, ...fields, version: before.version + 1, updatedAt: at },
    }));
    await this.record({ actor, action, noted }, changes);
    return changes.map(({ after }) => after);
  }

  private async conflictWith(viewer: Actor, current: Row) {
    const { updatedBy: changedBy, updatedAt } = current;
    return { current: await this.options.present(viewer, current), changedBy, changedAt: updatedAt.toISOString() };
  }

  private withDerived(before: Row, changes: Partial<Row>, actor: Actor | null, at: Date): Partial<Row> {
    const derived = this.options.derive?.({ ...before, ...changes }, { before, actor, at });
    return { ...changes, ...derived, updatedBy: actor?.name ?? null };
  }

  private async uniquely<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      for (const field of duplicatedFields(error)) {
        const code = this.options.unique?.[field];
        if (code) throw DomainError.onField(code, field);
      }
      throw error;
    }
  }

  private async record({ actor, action, decider, noted }: Write, changes: readonly Change<Row>[]): Promise<void> {
    const { entity, laboratoryOf, audited, rules, changed, ledger, decisions } = this.options;
    if (decisions) for (const change of changes) assertDecided(decisions, change, decider);
    ledger?.append(changes.map(({ after }) => after));
    const recorded = (row: Row) => recordedFields(rules, row, audited?.(row));
    await this.audit.record(
      ...changes.map(({ before, after }) => ({
        actor,
        action: action.includes('.') ? action : `${entity}.${action}`,
        entity,
        entityId: after._id,
        laboratoryId: laboratoryOf(after),
        before: before && recorded(before),
        after: { ...recorded(after), ...noted },
        at: after.updatedAt,
      })),
    );
    await this.unitOfWork.raise(changed, { actor, action, changes });
  }
}

/** Configures the documents of an entity once, in the service that owns them. */
@Injectable()
export class RecordsFactory {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
    private readonly realtime: Realtime,
    private readonly names: DocumentNames,
  ) {}

  for<Row extends VersionedRow, Item, Event extends ServerEvent = never>(
    options: RecordsOptions<Row, Item, Event>,
  ): Records<Row, Item, Event> {
    const rules = declareAudited(options.entity, options.shown);
    const decided = decisionFields.find((field) => field in rules);
    if (decided !== undefined && !options.decisions)
      throw new Error(`${options.entity}.${decided} needs \`decisions\``);
    if (options.named) this.nameDocuments(options, options.named);
    if (options.live) this.announce(options, options.live);
    return new Records({ ...options, rules }, this.unitOfWork, this.audit, this.clock);
  }

  private nameDocuments<Row extends VersionedRow, Item, Event extends ServerEvent>(
    { entity, shown: { permission }, repository }: RecordsOptions<Row, Item, Event>,
    { fields, as }: NonNullable<RecordsOptions<Row, Item, Event>['named']>,
  ): void {
    const projection = Object.fromEntries(fields.map((field) => [field, 1 as const]));
    const names = async (scope: LabScope, ids: ObjectId[]) => {
      const rows = await repository.find(scope, { _id: { $in: ids } }, { limit: ids.length, projection });
      return rows.map((row) => [row._id, as(row)] as const);
    };
    this.names.register({ entity, permission, names });
  }

  private announce<Row extends VersionedRow, Item, Event extends ServerEvent>(
    { changed, laboratoryOf }: RecordsOptions<Row, Item, Event>,
    { permission, event, payload, rooms = () => [] }: NonNullable<RecordsOptions<Row, Item, Event>['live']>,
  ): void {
    const laboratory = (row: Row | null) => (row && laboratoryOf(row)?.toHexString()) ?? null;
    const moveOf = ({ before, after }: Change<Row>) => `${laboratory(before)} ${laboratory(after)}`;
    this.events.after(changed, ({ actor, action, changes }) => {
      const lastOfMove = new Map(changes.map((change) => [moveOf(change), change]));
      for (const change of changes) {
        const { before, after } = change;
        const [name, sent] = [event(action, after, before), payload(after, actor)];
        if (changes.length > MAX_SINGLE_EVENTS && lastOfMove.get(moveOf(change)) !== change) {
          if (rooms(after).length > 0) this.realtime.send(rooms(after), name, sent);
          continue;
        }
        const count = () => changes.filter((other) => moveOf(other) === moveOf(change)).length;
        const announced = changes.length > MAX_SINGLE_EVENTS ? { ...sent, count: count() } : sent;
        this.realtime.toHolders(permission, laboratory(after), name, announced, rooms(after));
        const left = laboratory(before);
        if (before === null || left === null || left === laboratory(after)) continue;
        // People who can no longer see the document learn that it changed, and nothing of what it became.
        const lost = payload({ ...before, version: after.version, updatedAt: after.updatedAt }, actor);
        this.realtime.send([roomOf.holders(permission, left)], name, lost);
      }
    });
  }
}

import {
  type Activity,
  type AttentionItem,
  attentionLevels,
  type Dashboard,
  type DashboardBlock,
  type DashboardQuery,
  type LaboratoryComparison,
  type QuickStats,
  plural,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { AuditRow } from '../../platform/audit/audit.document';
import { DocumentNames } from '../../platform/audit/document-names';
import type { Actor } from '../../platform/domain/actor';
import { sharingReads } from '../../platform/cache/caches';
import { readAll } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type DashboardRequest, DashboardSources } from './dashboard.port';

const MAX_ACTIVITY = 12;
/** Clock-ins, rosters and stock alerts would leave no room for anything else. */
const frequent: ReadonlySet<string> = new Set(['attendance', 'roster', 'stock-alert']);
/** What follows from an order or a delivery, which is shown itself. */
const consequences: ReadonlySet<string> = new Set(['inventory.on-order']);

/** Blocks of viewers whose dashboard is only about themselves. */
const ownBlocks: ReadonlySet<DashboardBlock> = new Set<DashboardBlock>(['me', 'attention']);

type Loader = (request: DashboardRequest) => Promise<unknown>;

/** Puts together what features know. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly sources: DashboardSources,
    private readonly laboratories: LaboratoriesPort,
    private readonly audit: AuditLog,
    private readonly names: DocumentNames,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope. */
  async get(actor: Actor, query: DashboardQuery): Promise<Dashboard> {
    const request = await this.toRequest(actor, query.laboratoryId);
    const loaders = this.buildLoaders(request);
    const wanted = Object.entries(loaders).filter(([name]) => query.blocks?.includes(name as DashboardBlock) ?? true);
    return { asOf: this.clock.now().toISOString(), ...(await sharingReads(() => loadAll(wanted, request))) };
  }

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope. */
  async quickStats(actor: Actor, laboratoryId: string | undefined): Promise<QuickStats> {
    const request = await this.toRequest(actor, laboratoryId);
    const isOwn = actor.scope('dashboard.view').userId !== null;
    const parts = isOwn ? [] : this.sources.seenBy(actor).flatMap(({ quick = {} }) => Object.entries(quick));
    return { asOf: this.clock.now().toISOString(), ...(await sharingReads(() => loadAll(parts, request))) };
  }

  /** A viewer of one laboratory sees only that one, also in the blocks of features in which they see more. */
  private async toRequest(actor: Actor, laboratoryId: string | undefined): Promise<DashboardRequest> {
    const scope = actor.scope('dashboard.view');
    if (laboratoryId !== undefined) await this.laboratories.getInScope(scope, laboratoryId);
    return { actor, laboratoryId: laboratoryId ?? scope.laboratoryId ?? undefined };
  }

  private buildLoaders({ actor, laboratoryId }: DashboardRequest): Partial<Record<DashboardBlock, Loader>> {
    const scope = actor.scope('dashboard.view');
    const blocks: Partial<Record<DashboardBlock, Loader>> = {
      ...(Object.assign({}, ...this.sources.seenBy(actor).map((source) => source.blocks)) as Record<string, Loader>),
      attention: (request) => this.attention(request),
      activity: (request) => this.activity(request),
      ...(scope.reachesAll && laboratoryId === undefined && { laboratories: (request) => this.compare(request) }),
    };
    if (scope.userId === null) return blocks;
    return Object.fromEntries(Object.entries(blocks).filter(([name]) => ownBlocks.has(name as DashboardBlock)));
  }

  private async attention(request: DashboardRequest): Promise<AttentionItem[]> {
    const checks = this.sources.attention(request);
    const counts = await readAll(...checks.map(({ count }) => count));
    const items = checks.map(({ names: [one, several], level, resource, filter }, index) => {
      const count = counts[index] ?? 0;
      return { name: plural(count, one, several), count, level, resource, filter };
    });
    const order = (level: AttentionItem['level']) => attentionLevels.indexOf(level);
    return items.filter(({ count }) => count > 0).toSorted((a, b) => order(a.level) - order(b.level));
  }

  private async compare(request: DashboardRequest): Promise<LaboratoryComparison[]> {
    const all = await this.laboratories.listInScope(request.actor.scope('dashboard.view'));
    const columns = this.sources
      .seenBy(request.actor)
      .flatMap((source) => Object.entries<Loader>((source.columns ?? {}) as Record<string, Loader>));
    const loaded = Object.entries(await loadAll(columns, request)) as [string, Map<string, unknown>][];
    return all
      .filter(({ status }) => status !== 'archived')
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ _id, name, code, status }) => {
        const id = _id.toHexString();
        const cells = Object.fromEntries(loaded.map(([column, byLaboratory]) => [column, byLaboratory.get(id)]));
        return { laboratory: { _id: id, name, code, status }, ...cells };
      });
  }

  private async activity({ actor, laboratoryId }: DashboardRequest): Promise<Activity[]> {
    const entities = new Set(this.names.entitiesSeenBy(actor).filter((entity) => !frequent.has(entity)));
    const isShown = ({ entity, action }: Pick<AuditRow, 'entity' | 'action'>) =>
      entities.has(entity) && !action.startsWith('session.') && !consequences.has(action);
    const recent = await this.audit.recent(laboratoryId ?? null, isShown, MAX_ACTIVITY);
    const nameOf = await this.names.of(actor, recent);
    const laboratories = await this.laboratories.findAll(recent.flatMap((row) => row.laboratoryId ?? []));
    return recent.flatMap(({ _id, at, by, action, entity, entityId, laboratoryId: of }) => {
      // A document that has left the scope since then has no name here.
      const name = nameOf.get(entityId.toHexString());
      if (name === undefined) return [];
      const laboratory = of && laboratories.get(of.toHexString());
      return {
        _id: _id.toHexString(),
        at: at.toISOString(),
        by: by?.name ?? null,
        action,
        entity,
        entityId: entityId.toHexString(),
        name,
        laboratory: laboratory ? { _id: laboratory._id.toHexString(), code: laboratory.code } : null,
      };
    });
  }
}

async function loadAll(loaders: [string, Loader][], request: DashboardRequest): Promise<Record<string, never>> {
  const reads = loaders.map(
    ([, load]) =>
      () =>
        load(request),
  );
  const loaded = await readAll(...reads);
  return Object.fromEntries(loaders.map(([name], index) => [name, loaded[index]])) as Record<string, never>;
}

import type { AttentionItem, Dashboard, LaboratoryComparison, Permission, QuickStats } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Actor } from '../../platform/domain/actor';
import { Registry } from '../../platform/registry';

/** The viewer, and the only laboratory to count; undefined for every laboratory that the viewer sees. */
export type DashboardRequest = { actor: Actor; laboratoryId: string | undefined };

type Blocks = Omit<Dashboard, 'asOf' | 'laboratories' | 'attention' | 'activity'>;
type Columns = Omit<LaboratoryComparison, 'laboratory'>;
type QuickParts = Omit<QuickStats, 'asOf'>;
type Loaders<Parts, Result extends { [Name in keyof Parts]: unknown }, Request> = {
  [Name in keyof Parts]?: (request: Request) => Promise<Result[Name]>;
};

/** Something to count for the attention list. Its list returns the same number under the same filter. */
export type AttentionCheck = Omit<AttentionItem, 'name' | 'count'> & {
  permission: Permission;
  /** Also for viewers with the permission only for themselves. */
  own?: true;
  /** After the count: one, and several. */
  names: readonly [string, string];
  count: () => Promise<number>;
};

type LinkOptions = {
  request: DashboardRequest;
  permission: Permission;
  /** As in the address of the list, besides the laboratory. */
  filter: Record<string, string[]>;
};

/** The link to a list, for a check that knows the number of the list without asking it. */
export function linkToList({ request, permission, filter }: LinkOptions) {
  const { actor, laboratoryId } = request;
  const ofOne = laboratoryId !== undefined && actor.may(permission) && actor.scope(permission).reachesAll;
  return { permission, filter: { ...filter, ...(ofOne && { laboratoryId: [laboratoryId] }) } };
}

type ListOptions<Query> = LinkOptions & {
  schema: z.ZodType<Query>;
  list: (query: Query) => Promise<{ total: number }>;
};

/** A check that asks the list itself, so that the number cannot differ. */
export function countOfList<Query>({ schema, list, ...options }: ListOptions<Query>) {
  const linked = linkToList(options);
  const single = Object.entries(linked.filter).map(([field, values]) => {
    return [field, values.length === 1 ? values[0] : values];
  });
  const count = async () => (await list(schema.parse({ ...Object.fromEntries(single), limit: 1 }))).total;
  return { ...linked, count };
}

/** What a feature adds to the dashboard. */
export type DashboardSource = {
  /** Without it, the viewer gets none of the blocks, columns and quick statistics. */
  permission: Permission;
  /** Also for viewers with the permission only for themselves. */
  own?: true;
  blocks?: Loaders<Blocks, Required<Blocks>, DashboardRequest>;
  /** A column of the comparison, by the id of the laboratory. */
  columns?: Loaders<Columns, { [Name in keyof Columns]: Map<string, Columns[Name]> }, DashboardRequest>;
  quick?: Loaders<QuickParts, Required<QuickParts>, DashboardRequest>;
  attention?: (request: DashboardRequest) => AttentionCheck[];
};

@Injectable()
export class DashboardSources extends Registry<DashboardSource> {
  /** The sources whose blocks the actor can see. */
  seenBy(actor: Actor): DashboardSource[] {
    return this.sources.filter(
      ({ permission, own }) => seesOthers(actor, permission) || (own && actor.may(permission)),
    );
  }

  attention(request: DashboardRequest): AttentionCheck[] {
    return this.sources
      .flatMap(({ attention }) => attention?.(request) ?? [])
      .filter(({ permission, own }) => seesOthers(request.actor, permission) || (own && request.actor.may(permission)));
  }
}

function seesOthers(actor: Actor, permission: Permission): boolean {
  return actor.may(permission) && actor.permissions[permission].scope !== 'own';
}

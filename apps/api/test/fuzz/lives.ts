import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type NamedRoute, partsOf } from '../access/routes';
import { assertConforms } from './checks';
import type { Exchange, FuzzWorld } from './fuzz-world';
import { type Caller, curlOf, type Plan, takesVersion, validPlansFor } from './request';

/** The routes under which one kind of document is created, read, changed and removed. */
export type Resource = {
  path: string;
  create: NamedRoute;
  read: NamedRoute;
  change: NamedRoute | undefined;
  remove: NamedRoute;
};

/** Every kind of document that is created by POST, and read and removed by its id, at the same path. */
export function resourcesIn(routes: readonly NamedRoute[]): Resource[] {
  const at = (method: string, path: string) =>
    routes.find(({ route }) => route.method === method && route.path === path);
  return routes.flatMap((create) => {
    const { method, path } = create.route;
    const [read, change, remove] = ['GET', 'PUT', 'DELETE'].map((other) => at(other, `${path}/:id`));
    return method === 'POST' && read && remove ? [{ path, create, read, change, remove }] : [];
  });
}

type Stored = Record<string, unknown> & { _id: string; version: number };

/** How far a life came, and what was wrong in it. */
export type Life = { isChanged: boolean; isRemoved: boolean; problems: string[] };

const TRIES = 60;
/** Fields that depend on who reads, and when. */
const changing: ReadonlySet<string> = new Set(['actions', 'temporaryPassword']);

/** Where a change says more than its fields: an edit asks for the approvals again, and a correction has its reason. */
const meaningfulByItself: ReadonlySet<string> = new Set(['/api/transactions', '/api/attendance']);

/**
 * Creates a document, reads it, changes it, and removes it. What was written must be read (read_after_write), a stale
 * version must be refused (stale_version), saving it again must change nothing (same_version), and what was removed must
 * be gone, or stay as it is (use_after_free).
 */
export async function lifeOf(world: FuzzWorld, resource: Resource, seed: number): Promise<Life> {
  const life: Life = { isChanged: false, isRemoved: false, problems: [] };
  // What one role creates may be final at once, and another role may create nothing.
  for (const caller of ['super_admin', 'lab_admin', 'staff'] as const) {
    if (life.isRemoved && (life.isChanged || !resource.change)) break;
    const created = await firstSuccess(world, resource.create, { caller, seed });
    if (!created) continue;
    const lived = await new Walk(world, resource, { caller, seed }).from(created);
    life.isChanged ||= lived.isChanged;
    life.isRemoved ||= lived.isRemoved;
    life.problems.push(...lived.problems);
  }
  return life;
}

/** The parts of generated plans to replace, or nothing if that does not fit the plan. */
type Attempt = { caller: Caller; seed: number; adapt?: (plan: Plan) => Plan };

/** The first of some generated requests that succeeds. */
async function firstSuccess(
  world: FuzzWorld,
  route: NamedRoute,
  { caller, seed, adapt = (plan) => plan }: Attempt,
): Promise<Exchange | undefined> {
  const plans = validPlansFor(route, world.documents.idsFor(route.route.path), fc.constant(caller));
  for (const plan of fc.sample(plans, { numRuns: TRIES, seed })) {
    // Without its key, which could belong to an earlier life.
    const exchange = await world.carryOut(adapt({ ...plan, headers: {} }));
    assertConforms(exchange);
    if (exchange.status < 300) return exchange;
  }
  return undefined;
}

class Walk {
  private readonly problems: string[] = [];

  constructor(
    private readonly world: FuzzWorld,
    private readonly resource: Resource,
    private readonly by: { caller: Caller; seed: number },
  ) {}

  async from(created: Exchange): Promise<Life> {
    const { change, remove } = this.resource;
    let stored = storedIn(created);
    let isChanged = false;
    await this.expectRead(created, stored);
    const changed = change && (await firstSuccess(this.world, change, { ...this.by, adapt: this.to(stored) }));
    if (changed) {
      const before = stored;
      stored = storedIn(changed);
      isChanged = stored.version > before.version;
      if (!isChanged && differing(before, stored).length > 0)
        this.fail('read_after_write', changed, 'the version did not increase');
      await this.expectRead(changed, stored);
      if (isChanged) await this.expectStale(changed, before);
      stored = await this.savedAgain(changed, stored);
    }
    const removed = await firstSuccess(this.world, remove, { ...this.by, adapt: this.to(stored) });
    if (removed) await this.expectGone(removed, stored);
    return { isChanged, isRemoved: removed !== undefined, problems: this.problems };
  }

  /** The plan for this document in its current version. */
  private to({ _id, version }: Stored): (plan: Plan) => Plan {
    return (plan) => ({
      ...plan,
      params: { id: _id },
      query: 'version' in plan.query ? { ...plan.query, version } : plan.query,
      body: takesVersion(partsOf(plan.route).body) ? { ...(plan.body as object), version } : plan.body,
      isCurrent: false,
    });
  }

  private async expectRead(written: Exchange, stored: Stored): Promise<void> {
    const read = await this.read(stored);
    if (read.status !== 200) {
      this.fail('ensure_resource_availability', written, `then ${read.status}`);
      return;
    }
    const found = storedIn(read);
    const others = differing(stored, found);
    if (others.length > 0) this.fail('read_after_write', written, `${others.join(', ')} differ when read`);
    const sent = parsedBody(written);
    const comparable = Object.keys(sent).filter(
      (field) => isSimple(sent[field]) && isSimple(found[field]) && field !== 'version',
    );
    const wrong = comparable.filter((field) => sent[field] !== found[field]);
    if (wrong.length > 0) this.fail('read_after_write', written, `${wrong.join(', ')} was not stored as sent`);
  }

  private async expectStale(changed: Exchange, before: Stored): Promise<void> {
    const plan = { ...this.plan(changed.route), body: JSON.parse(changed.body ?? '{}') as unknown };
    const again = await this.world.carryOut(this.to(before)(plan));
    if (takesVersion(partsOf(changed.route).body) && again.code !== 'VERSION_CONFLICT')
      this.fail('stale_version', again, `${again.status} ${again.code ?? ''} for a version that has passed`);
  }

  /** What is saved as it is stored must keep its version, so that it neither enters the history nor hinders anyone. */
  private async savedAgain(changed: Exchange, stored: Stored): Promise<Stored> {
    if (meaningfulByItself.has(this.resource.path)) return stored;
    const plan = { ...this.plan(changed.route), body: JSON.parse(changed.body ?? '{}') as unknown };
    const again = await this.world.carryOut(this.to(stored)(plan));
    if (again.status !== 200) return stored;
    const saved = storedIn(again);
    if (saved.version !== stored.version) this.fail('same_version', again, 'the version increased without a change');
    return saved;
  }

  private async expectGone(removed: Exchange, before: Stored): Promise<void> {
    const read = await this.read(before);
    const isKept = read.status === 200;
    if (!isKept && read.status !== 404) this.fail('use_after_free', removed, `then ${read.status}`);
    // Most documents are kept, with a status that says so.
    if (isKept && storedIn(read).version <= before.version) this.fail('use_after_free', removed, 'and nothing changed');
    const current = isKept ? storedIn(read) : before;
    const again = await this.world.carryOut(this.to(current)(this.plan(this.resource.remove)));
    if (again.status < 400) this.fail('use_after_free', again, `${again.status} for what was removed`);
  }

  private read(stored: Stored): Promise<Exchange> {
    return this.world.carryOut(this.to(stored)(this.plan(this.resource.read)));
  }

  private plan(route: NamedRoute): Plan {
    const { caller } = this.by;
    return { route, caller, params: {}, query: {}, body: undefined, headers: {}, hostile: undefined, isCurrent: false };
  }

  private fail(check: string, exchange: Exchange, problem: string): void {
    this.problems.push(`${exchange.route.name} ${check}: ${problem}\n  ${curlOf(exchange)}`);
  }
}

/** The fields in which two states of a document differ, of those that both show. */
function differing(one: Stored, other: Stored): string[] {
  return Object.keys(one).filter(
    (field) => field in other && !changing.has(field) && !isDeepStrictEqual(one[field], other[field]),
  );
}

function storedIn({ bytes }: Exchange): Stored {
  return (JSON.parse(bytes.toString('utf8')) as { data: Stored }).data;
}

/** What the schema makes of the body, such as texts without blanks around them. */
function parsedBody({ route, body }: Exchange): Record<string, unknown> {
  return (partsOf(route).body.parse(JSON.parse(body ?? '{}')) ?? {}) as Record<string, unknown>;
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

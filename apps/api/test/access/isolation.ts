import type { UserRow } from '../../src/modules/staff/user.document';
import { Caches } from '../../src/platform/cache/caches';
import { type AccessWorld, type Call, type Reply, unknownId, type Violation } from './access-world';
import { ForeignDocuments } from './foreign-documents';
import { readableText } from './readable-text';
import { effort } from '../effort';
import { isPermitted, type NamedRoute, partsOf, routes } from './routes';
import { idPaths, type Path, sampleOf, withEachChoice, withEachDefault } from './sample';

type Attempt = {
  description: string;
  call: Call;
  /** The accepted statuses if the request refers to another laboratory's document. Empty accepts any status. */
  refusals: readonly number[];
};

/** Documents of other laboratories must seem not to exist. A body may also be rejected without looking for them. */
const NOT_FOUND = [404];
const REFUSED = [404, 403];

/** Whether an id exists is looked up only for those who may call the route at all. */
function refusalsOf({ policy }: NamedRoute): readonly number[] {
  return policy.scope === 'all' ? REFUSED : NOT_FOUND;
}

/** Routes that name every laboratory to people who may send something there, and disclose nothing else of them. */
const laboratoryDirectories: readonly string[] = ['stockTransfers.destinations'];

/** Routes that pass over what is not the caller's own, without a word about whether it exists. */
const routesThatPassOver: readonly string[] = ['notifications.readAll'];

/** The number of foreign ids of each collection that are tried in each place; those of another route are others. */
const IDS_PER_COLLECTION = effort(2, 1);

/** Checks that a person with every permission in one laboratory has no access to the documents of the others. */
export class Isolation {
  private constructor(
    private readonly world: AccessWorld,
    readonly foreign: ForeignDocuments,
    private readonly outsider: UserRow,
  ) {}

  static async of(world: AccessWorld): Promise<Isolation> {
    const outsider = await world.outsider();
    return new Isolation(world, await ForeignDocuments.of(world.connection, world.otherLaboratory), outsider);
  }

  /** Like `violations`, but stops at the first route with a violation and restores the foreign documents. */
  async firstViolations(routes: readonly NamedRoute[]): Promise<Violation[]> {
    for (const route of routes) {
      // What another route remembered with a narrower query would hide what this one reads.
      this.world.app.services.get(Caches).clear();
      const violations = await this.violations([route]);
      if (violations.length === 0) continue;
      await this.foreign.restore();
      return violations;
    }
    return [];
  }

  /**
   * Calls each of the routes with ids of foreign documents in its path, its query and its body. None of the documents may
   * be found, disclosed or changed.
   */
  async violations(routes: readonly NamedRoute[]): Promise<Violation[]> {
    const violations: Violation[] = [];
    for (const route of routes) {
      const attempts = route.route.method === 'GET' ? this.readAttempts(route) : await this.writeAttempts(route);
      const token = await this.world.tokenOf(this.outsider);
      for (const attempt of attempts) {
        const reply = await this.world.call(route, token, attempt.call);
        if (reply.status === 401) violations.push(violation(route, `401 for ${attempt.description}`));
        violations.push(...this.violationsIn(route, attempt, reply));
      }
      if (route.route.method === 'GET' || attempts.length === 0) continue;
      const changed = await this.foreign.changed();
      if (changed.length > 0) violations.push(violation(route, `changed ${changed.join(', ')}`));
    }
    return violations;
  }

  private violationsIn(
    route: NamedRoute,
    { description, call, refusals }: Attempt,
    { status, bytes }: Reply,
  ): Violation[] {
    const sent = JSON.stringify(call);
    const listsLaboratories = laboratoryDirectories.includes(route.name);
    const leaks = this.foreign
      .leaksIn(readableText(bytes), { listsLaboratories })
      .filter((leak) => !sent.includes(leak));
    const problems = [
      ...(status >= 500 ? [`${status} for ${description}`] : []),
      ...(refusals.length > 0 && !refusals.includes(status) ? [`${status} for ${description}`] : []),
      ...(leaks.length > 0 ? [`disclosed ${leaks.slice(0, 3).join(', ')} for ${description}`] : []),
    ];
    return problems.map((problem) => violation(route, problem));
  }

  /** Ordinary requests with the widest limit and each option, and requests with foreign ids in the query and the path. */
  private readAttempts(route: NamedRoute): Attempt[] {
    const { query } = partsOf(route);
    const wide = { ...(sampleOf(query) as object | undefined), ...(accepts(query, { limit: 100 }) && { limit: 100 }) };
    const inQuery = idPaths(query).flatMap((at) =>
      this.ids(route).map((id) => ({ ...wide, ...(sampleOf(query, { id, at }) as object) })),
    );
    return [
      ...this.ownParams(route).flatMap((params) =>
        [...withEachDefault(query, wide), ...inQuery].map((sent) => ({
          description: JSON.stringify({ ...params, ...(sent as object) }),
          call: { params, query: sent },
          refusals: [],
        })),
      ),
      ...this.foreignParams(route).map((params) => ({
        description: JSON.stringify(params),
        call: { params, query: wide },
        refusals: refusalsOf(route),
      })),
    ];
  }

  private async writeAttempts(route: NamedRoute): Promise<Attempt[]> {
    const { query, body } = partsOf(route);
    const inPath = this.foreignParams(route).map((params) => ({
      description: JSON.stringify(params),
      call: { params, query: sampleOf(query), body: sampleOf(body) },
      refusals: refusalsOf(route),
    }));
    const refusals = routesThatPassOver.includes(route.name) ? [] : REFUSED;
    // New for each route, so that the version is the one in the sample. Not for each request, because thousands of people
    // would slow down every list of the laboratory; nor does a refused request change the person.
    const own = await this.world.person('staff', {}, { laboratoryId: this.world.otherLaboratory });
    const ownId = own._id.toHexString();
    const params = this.params(route, ownId);
    const inBody = idPaths(body).flatMap((at) =>
      this.ids(route)
        .flatMap((id) => withEachChoice(body, sampleOf(body, { id, at })))
        .flatMap((chosen) => bodiesWithOwnId(chosen, at, ownId))
        .map((sent) => ({
          description: `${at.join('.')} ${JSON.stringify(sent)}`,
          call: { params, query: sampleOf(query), body: sent },
          refusals,
        })),
    );
    return inPath.length + inBody.length > 0 ? [...inPath, ...inBody] : this.attemptsWithoutIds(route);
  }

  /** A write that neither refers to a document nor creates one can still change data shared by the whole network. */
  private attemptsWithoutIds(route: NamedRoute): Attempt[] {
    const { query, body } = partsOf(route);
    if (!isPermitted(route) || route.route.method === 'POST') return [];
    const call = { params: this.params(route, unknownId()), query: sampleOf(query), body: sampleOf(body) };
    return [{ description: 'the whole network', call, refusals: [] }];
  }

  private ids(route: NamedRoute): string[] {
    return this.foreign.ids(IDS_PER_COLLECTION, routes.indexOf(route));
  }

  /** The route's path parameters, with the given id for every id. */
  private params(route: NamedRoute, id: string): Record<string, unknown> {
    const { params } = partsOf(route);
    const filled = { ...(sampleOf(params) as Record<string, unknown> | undefined) };
    for (const [name = ''] of idPaths(params)) filled[name] = id;
    return filled;
  }

  private ownParams(route: NamedRoute): Record<string, unknown>[] {
    if (idPaths(partsOf(route).params).length === 0) return [this.params(route, unknownId())];
    return [this.world.otherLaboratory, this.outsider._id].map((id) => this.params(route, id.toHexString()));
  }

  /** Path parameters with a foreign id in each place in turn, and the caller's own id in the others. */
  private foreignParams(route: NamedRoute): Record<string, unknown>[] {
    return idPaths(partsOf(route).params).flatMap(([name = '']) =>
      this.ids(route).map((id) => ({ ...this.params(route, this.outsider._id.toHexString()), [name]: id })),
    );
  }
}

function violation({ name }: NamedRoute, problem: string): Violation {
  return { route: name, caller: 'outsider', problem };
}

function accepts(schema: ReturnType<typeof partsOf>['query'], value: object): boolean {
  const parsed = schema.safeParse(value);
  return parsed.success && Object.keys(value).every((key) => key in (parsed.data as object));
}

/** The body itself and, if the id is in a list, a second body with the caller's own id before it in that list. */
function bodiesWithOwnId(body: unknown, at: Path, own: string): unknown[] {
  const depth = at.indexOf('*');
  if (depth < 0) return [body];
  const list = at.slice(0, depth).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], body);
  if (!Array.isArray(list) || list.length === 0) return [body];
  const ownItem: unknown = JSON.parse(JSON.stringify(list[0]).replaceAll(/[0-9a-f]{24}/g, own));
  return [body, withPart(body, at.slice(0, depth), [ownItem, ...(list as unknown[])])];
}

function withPart(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: withPart(fields[key], rest, part) };
}

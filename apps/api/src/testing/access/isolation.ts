import type { UserRow } from '../../modules/staff/user.document';
import { type AccessWorld, type Call, type Fault, nobodysId, type Reply } from './access-world';
import { ForeignDocuments } from './foreign-documents';
import { readableText } from './readable-text';
import { isPermitted, type NamedRoute, partsOf } from './routes';
import { idPaths, type Path, sampleOf, withEachChoice, withEachDefault } from './sample';

type Attempt = {
  what: string;
  call: Call;
  /** One of these must answer it, because it names what is another laboratory's; any answer will do where it is empty. */
  refusals: readonly number[];
};

/** What is another laboratory's answers as if it were not there; a body may be refused before anybody looks. */
const UNSEEN = [404];
const REFUSED = [404, 403];

/** Ids of other laboratories' documents that each place is tried with, of each collection. */
const TRIED_OF_EACH = 2;

/** «Another laboratory sees nothing»: one who holds everything in the one laboratory meets the documents of the others. */
export class Isolation {
  private constructor(
    private readonly world: AccessWorld,
    readonly foreign: ForeignDocuments,
    private readonly stranger: UserRow,
  ) {}

  static async of(world: AccessWorld): Promise<Isolation> {
    const stranger = await world.stranger();
    return new Isolation(world, await ForeignDocuments.of(world.connection, world.abroad), stranger);
  }

  /** As `faults`, until there is one; whatever was done to others' documents is undone. */
  async firstFaults(routes: readonly NamedRoute[]): Promise<Fault[]> {
    for (const route of routes) {
      const faults = await this.faults([route]);
      if (faults.length === 0) continue;
      await this.foreign.restore();
      return faults;
    }
    return [];
  }

  /**
   * Each of the routes with the ids of others' documents in its path, its query and its body: none may be found, none
   * told of, none changed.
   */
  async faults(routes: readonly NamedRoute[]): Promise<Fault[]> {
    const faults: Fault[] = [];
    for (const route of routes) {
      const attempts = route.route.method === 'GET' ? this.reading(route) : await this.writing(route);
      const token = await this.world.tokenOf(this.stranger);
      for (const attempt of attempts) {
        const reply = await this.world.call(route, token, attempt.call);
        if (reply.status === 401) faults.push(fault(route, `401 for ${attempt.what}`));
        faults.push(...this.judged(route, attempt, reply));
      }
      if (route.route.method === 'GET' || attempts.length === 0) continue;
      const changed = await this.foreign.changed();
      if (changed.length > 0) faults.push(fault(route, `changed ${changed.join(', ')}`));
    }
    return faults;
  }

  private judged(route: NamedRoute, { what, call, refusals }: Attempt, { status, bytes }: Reply): Fault[] {
    const sent = JSON.stringify(call);
    const leaks = this.foreign.leaksIn(readableText(bytes)).filter((leak) => !sent.includes(leak));
    const found = [
      ...(status >= 500 ? [`${status} for ${what}`] : []),
      ...(refusals.length > 0 && !refusals.includes(status) ? [`${status} for ${what}`] : []),
      ...(leaks.length > 0 ? [`told ${leaks.slice(0, 3).join(', ')} for ${what}`] : []),
    ];
    return found.map((one) => fault(route, one));
  }

  /** As it is asked every day, as wide as it goes, in each way; with others' ids in the query, and in the path. */
  private reading(route: NamedRoute): Attempt[] {
    const { query } = partsOf(route);
    const wide = { ...(sampleOf(query) as object | undefined), ...(takes(query, { limit: 100 }) && { limit: 100 }) };
    const inQuery = idPaths(query).flatMap((at) =>
      this.ids().map((id) => ({ ...wide, ...(sampleOf(query, { id, at }) as object) })),
    );
    return [
      ...this.ownParams(route).flatMap((params) =>
        [...withEachDefault(query, wide), ...inQuery].map((asked) => ({
          what: JSON.stringify({ ...params, ...(asked as object) }),
          call: { params, query: asked },
          refusals: [],
        })),
      ),
      ...this.foreignParams(route).map((params) => ({
        what: JSON.stringify(params),
        call: { params, query: wide },
        refusals: UNSEEN,
      })),
    ];
  }

  private async writing(route: NamedRoute): Promise<Attempt[]> {
    const { query, body } = partsOf(route);
    const inPath = this.foreignParams(route).map((params) => ({
      what: JSON.stringify(params),
      call: { params, query: sampleOf(query), body: sampleOf(body) },
      refusals: UNSEEN,
    }));
    const inBody: Attempt[] = [];
    for (const at of idPaths(body)) {
      for (const id of this.ids()) {
        // A person of its own for each, at the version that a sample names.
        const own = await this.world.person('staff', {}, { laboratoryId: this.world.abroad });
        const chosen = withEachChoice(body, sampleOf(body, { id, at }));
        for (const sent of chosen.flatMap((one) => bodiesWith(one, at, own._id.toHexString()))) {
          const params = this.params(route, own._id.toHexString());
          const what = `${at.join('.')} ${JSON.stringify(sent)}`;
          inBody.push({ what, call: { params, query: sampleOf(query), body: sent }, refusals: REFUSED });
        }
      }
    }
    return inPath.length + inBody.length > 0 ? [...inPath, ...inBody] : this.namingNothing(route);
  }

  /** What names no document and makes none may still change what all have in common. */
  private namingNothing(route: NamedRoute): Attempt[] {
    const { query, body } = partsOf(route);
    if (!isPermitted(route) || route.route.method === 'POST') return [];
    const call = { params: this.params(route, nobodysId()), query: sampleOf(query), body: sampleOf(body) };
    return [{ what: 'the whole network', call, refusals: [] }];
  }

  private ids(): string[] {
    return this.foreign.ids(TRIED_OF_EACH);
  }

  /** The route's parameters, with one id wherever an id stands. */
  private params(route: NamedRoute, id: string): Record<string, unknown> {
    const { params } = partsOf(route);
    const filled = { ...(sampleOf(params) as Record<string, unknown> | undefined) };
    for (const [name = ''] of idPaths(params)) filled[name] = id;
    return filled;
  }

  private ownParams(route: NamedRoute): Record<string, unknown>[] {
    if (idPaths(partsOf(route).params).length === 0) return [this.params(route, nobodysId())];
    return [this.world.abroad, this.stranger._id].map((id) => this.params(route, id.toHexString()));
  }

  /** Each parameter in turn with others' ids, while the rest are the caller's own. */
  private foreignParams(route: NamedRoute): Record<string, unknown>[] {
    return idPaths(partsOf(route).params).flatMap(([name = '']) =>
      this.ids().map((id) => ({ ...this.params(route, this.stranger._id.toHexString()), [name]: id })),
    );
  }
}

function fault({ name }: NamedRoute, found: string): Fault {
  return { route: name, caller: 'stranger', found };
}

function takes(schema: ReturnType<typeof partsOf>['query'], value: object): boolean {
  const parsed = schema.safeParse(value);
  return parsed.success && Object.keys(value).every((key) => key in (parsed.data as object));
}

/** The body as it is, and where the id stands in a list, with one's own beside it: first the own, then the other. */
function bodiesWith(body: unknown, at: Path, own: string): unknown[] {
  const depth = at.indexOf('*');
  if (depth < 0) return [body];
  const list = at.slice(0, depth).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], body);
  if (!Array.isArray(list) || list.length === 0) return [body];
  const beside: unknown = JSON.parse(JSON.stringify(list[0]).replaceAll(/[0-9a-f]{24}/g, own));
  return [body, replaced(body, at.slice(0, depth), [beside, ...(list as unknown[])])];
}

function replaced(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, part) };
}

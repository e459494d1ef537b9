import { once } from 'node:events';
import type { Acknowledgement, ClientToServerEvents, ServerToClientEvents } from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { io, type Socket } from 'socket.io-client';
import type { UserRow } from '../../src/modules/staff/user.document';
import type { AccessWorld, Violation } from './access-world';
import type { ForeignDocuments } from './foreign-documents';
import { type NamedRoute, partsOf, routes as allRoutes } from './routes';
import { idPaths, sampleOf } from './sample';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * Writes everything in the other laboratory, and reports the events that reach the outsider's open screen with values
 * that no response to the same outsider contains.
 * @param options.first stops writing at the first violation.
 */
export async function receivedByOutsider(
  world: AccessWorld,
  foreign: ForeignDocuments,
  routes: readonly NamedRoute[],
  { first = false } = {},
): Promise<Violation[]> {
  const outsider = await world.outsider();
  const [listener, witness] = [
    await connected(world, outsider),
    await connected(world, await world.person('lab_admin')),
  ];
  const violations: Violation[] = [];
  const received: { event: string; payload: unknown }[] = [];
  let witnessed = 0;
  listener.onAny((event: string, payload: unknown) => received.push({ event, payload }));
  // While the documents are as the event says: a later write can replace what the outsider could read.
  const judge = async () => {
    const events = received.splice(0).map(({ event, payload }) => ({ event, values: [...valuesIn(payload)] }));
    const readable = await readableTo(world, outsider, new Set(events.flatMap(({ values }) => values)));
    for (const { event, values } of events) {
      const hidden = values.filter((value) => !readable.has(value));
      if (hidden.length === 0) continue;
      violations.push({ route: event, caller: 'outsider', problem: `received ${hidden.join(', ')}` });
    }
  };
  witness.onAny(() => (witnessed += 1));
  for (const id of foreign.laboratoryIds) {
    const { ok } = (await listener.emitWithAck('join-laboratory', id)) as Acknowledgement;
    if (ok) violations.push({ route: 'join-laboratory', caller: 'outsider', problem: `joined ${id}` });
  }
  const delivered = async () => {
    for (const client of [listener, witness]) {
      await client.emitWithAck('leave-laboratory', world.otherLaboratory.toHexString());
    }
    await judge();
    return first && violations.length > 0;
  };
  await writeEverything(world, routes, delivered);
  await delivered();
  if (witnessed === 0) {
    violations.push({ route: 'any', caller: 'witness', problem: 'received no events of their own laboratory' });
  }
  for (const client of [listener, witness]) client.close();
  await foreign.restore();
  return violations;
}

/** Which of the values are in responses to the person's ordinary requests; none is sent after all have been found. */
async function readableTo(world: AccessWorld, user: UserRow, values: ReadonlySet<unknown>): Promise<Set<unknown>> {
  const token = await world.tokenOf(user);
  const readable = new Set<unknown>();
  for (const named of allRoutes.filter(({ route: { method, pathParams } }) => method === 'GET' && !pathParams)) {
    if (readable.size === values.size) break;
    const { query } = partsOf(named);
    const { status, bytes } = await world.call(named, token, { query: sampleOf(query) });
    const text = bytes.toString('utf8');
    if (status !== 200 || !text.startsWith('{')) continue;
    for (const value of valuesIn(JSON.parse(text))) if (values.has(value)) readable.add(value);
  }
  return readable;
}

/** Every text, number, boolean and null, wherever it is nested. */
function valuesIn(part: unknown): Set<unknown> {
  if (typeof part !== 'object' || part === null) return new Set([part]);
  return new Set(Object.values(part).flatMap((value) => [...valuesIn(value)]));
}

/** Sends every write of the contract until it is enough, as a super admin, for the laboratory and a person in it. */
async function writeEverything(
  world: AccessWorld,
  routes: readonly NamedRoute[],
  isEnough: () => Promise<boolean>,
): Promise<void> {
  const admin = await world.person('super_admin');
  // Somebody of the network works in every laboratory, so that the outsider knows who it is.
  const create = allRoutes.find(({ name }) => name === 'transactions.create');
  const entry = createTransactionBody({ laboratoryId: world.otherLaboratory.toHexString() });
  if (create) await world.call(create, await world.tokenOf(admin), { body: entry });
  if (await isEnough()) return;
  for (const route of routes.filter(({ route: { method } }) => method !== 'GET')) {
    const { params, query, body } = partsOf(route);
    const someone = await world.person('staff');
    const home = world.homeLaboratory.toHexString();
    // Without an optional id in the body, some writes are for the whole network.
    for (const [id, inBody] of [
      [home, true],
      [someone._id.toHexString(), true],
      [home, false],
    ] as const) {
      const ids = (schema: typeof body) => {
        const [at] = schema === body && !inBody ? [] : idPaths(schema);
        return { id, ...(at && { at }) };
      };
      await world.call(route, await world.tokenOf(admin), {
        params: sampleOf(params, ids(params)) as Record<string, unknown>,
        query: sampleOf(query),
        body: sampleOf(body, ids(body)),
      });
      if (await isEnough()) return;
    }
  }
}

export async function connected(world: AccessWorld, user: UserRow): Promise<Client> {
  const token = await world.tokenOf(user);
  const client: Client = io(world.app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
  await once(client as never, 'connect');
  return client;
}

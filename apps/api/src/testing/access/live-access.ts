import { once } from 'node:events';
import type { Acknowledgement, ClientToServerEvents, ServerToClientEvents } from '@shifa/contract';
import { io, type Socket } from 'socket.io-client';
import type { UserRow } from '../../modules/staff/user.document';
import type { AccessWorld, Violation } from './access-world';
import type { ForeignDocuments } from './foreign-documents';
import { type NamedRoute, partsOf } from './routes';
import { idPaths, sampleOf } from './sample';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Events of documents that belong to the whole network, which people of every laboratory can read. */
const ofNetwork: ReadonlySet<string> = new Set(['period-lock:updated']);

/** Collects the events that reach the outsider's open screen while everything is written in the other laboratory. */
export async function receivedByOutsider(
  world: AccessWorld,
  foreign: ForeignDocuments,
  routes: readonly NamedRoute[],
): Promise<Violation[]> {
  const [listener, witness] = [
    await connected(world, await world.outsider()),
    await connected(world, await world.person('lab_admin')),
  ];
  const violations: Violation[] = [];
  let witnessed = 0;
  listener.onAny((event: string, payload: unknown) => {
    if (!ofNetwork.has(event))
      violations.push({ route: event, caller: 'outsider', problem: `received ${JSON.stringify(payload)}` });
  });
  witness.onAny(() => (witnessed += 1));
  for (const id of foreign.laboratoryIds) {
    const { ok } = (await listener.emitWithAck('join-laboratory', id)) as Acknowledgement;
    if (ok) violations.push({ route: 'join-laboratory', caller: 'outsider', problem: `joined ${id}` });
  }
  await writeEverything(world, routes);
  for (const client of [listener, witness]) {
    await client.emitWithAck('leave-laboratory', world.otherLaboratory.toHexString());
  }
  if (witnessed === 0) {
    violations.push({ route: 'any', caller: 'witness', problem: 'received no events of their own laboratory' });
  }
  for (const client of [listener, witness]) client.close();
  await foreign.restore();
  return violations;
}

/** Sends every write of the contract, as a super admin, for the laboratory and for a person in it. */
async function writeEverything(world: AccessWorld, routes: readonly NamedRoute[]): Promise<void> {
  const admin = await world.person('super_admin');
  for (const route of routes.filter(({ route: { method } }) => method !== 'GET')) {
    const { params, query, body } = partsOf(route);
    const someone = await world.person('staff');
    for (const id of [world.homeLaboratory.toHexString(), someone._id.toHexString()]) {
      const ids = (schema: typeof body) => ({ id, ...(idPaths(schema)[0] && { at: idPaths(schema)[0] }) });
      await world.call(route, await world.tokenOf(admin), {
        params: sampleOf(params, ids(params)) as Record<string, unknown>,
        query: sampleOf(query),
        body: sampleOf(body, ids(body)),
      });
    }
  }
}

export async function connected(world: AccessWorld, user: UserRow): Promise<Client> {
  const token = await world.tokenOf(user);
  const client: Client = io(world.app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
  await once(client as never, 'connect');
  // Once the server has replied to any event, the socket has joined its rooms.
  await client.emitWithAck('leave-laboratory', world.homeLaboratory.toHexString());
  return client;
}

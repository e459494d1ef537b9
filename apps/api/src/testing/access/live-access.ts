import { once } from 'node:events';
import type { Acknowledgement, ClientToServerEvents, ServerToClientEvents } from '@shifa/contract';
import { io, type Socket } from 'socket.io-client';
import type { UserRow } from '../../modules/staff/user.document';
import type { AccessWorld, Fault } from './access-world';
import type { ForeignDocuments } from './foreign-documents';
import { type NamedRoute, partsOf } from './routes';
import { idPaths, sampleOf } from './sample';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The stranger's open screen while everything is written in the other laboratory; nothing of it may arrive. */
export async function overheard(
  world: AccessWorld,
  foreign: ForeignDocuments,
  routes: readonly NamedRoute[],
): Promise<Fault[]> {
  const [listener, witness] = [
    await connected(world, await world.stranger()),
    await connected(world, await world.person('lab_admin')),
  ];
  const faults: Fault[] = [];
  let witnessed = 0;
  listener.onAny((event: string, payload: unknown) => {
    faults.push({ route: event, caller: 'stranger', found: `heard ${JSON.stringify(payload)}` });
  });
  witness.onAny(() => (witnessed += 1));
  for (const id of foreign.laboratoryIds) {
    const { ok } = (await listener.emitWithAck('join-laboratory', id)) as Acknowledgement;
    if (ok) faults.push({ route: 'join-laboratory', caller: 'stranger', found: `joined ${id}` });
  }
  await writeEverything(world, routes);
  for (const client of [listener, witness]) await client.emitWithAck('leave-laboratory', world.abroad.toHexString());
  if (witnessed === 0) faults.push({ route: 'any', caller: 'witness', found: 'heard nothing of the own laboratory' });
  for (const client of [listener, witness]) client.close();
  await foreign.restore();
  return faults;
}

/** Every write of the contract, about the laboratory and about somebody in it, by one who may do it all. */
async function writeEverything(world: AccessWorld, routes: readonly NamedRoute[]): Promise<void> {
  const admin = await world.person('super_admin');
  for (const route of routes.filter(({ route: { method } }) => method !== 'GET')) {
    const { params, query, body } = partsOf(route);
    const someone = await world.person('staff');
    for (const id of [world.home.toHexString(), someone._id.toHexString()]) {
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
  // The rooms are joined once the server has answered anything.
  await client.emitWithAck('leave-laboratory', world.home.toHexString());
  return client;
}

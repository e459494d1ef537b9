import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientToServerEvents, ServerToClientEvents } from '@shifa/contract';
import { JwtService } from '@nestjs/jwt';
import { io, type Socket } from 'socket.io-client';
import { WebSocket, WebSocketServer } from 'ws';
import { addPeople, print, runBench, startBenchApp } from '../bench-app';
import { Realtime } from '../../src/platform/realtime/realtime';
import { roomOf } from '../../src/platform/realtime/rooms';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

const LABORATORIES = 5;
const PEOPLE = 1_000;
const EVENTS = 500;
/** Of the people of a laboratory, those cut off before an event. */
const CUT_OFF = 5;

/**
 * A thousand sockets in five laboratories: what each receives is counted while some of them lose their connection again
 * and again, then the processor time of a delivery is compared with a bare `ws` server that frames each message once.
 */
async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  const { laboratories, sessions } = await addPeople(client, 'Listener', {
    laboratories: LABORATORIES,
    people: PEOPLE,
  });
  const tokens = sessions.map((sid) => app.get(JwtService, { strict: false }).sign({ sid }));
  const { url } = await listen();
  const realtime = app.get(Realtime);

  const sockets = await connectAll(url, tokens);
  const received = sockets.map(() => new Map<string, number>());
  sockets.forEach((socket, index) => {
    socket.on('notification', ({ title }) => {
      // The product's own jobs also notify people meanwhile.
      if (/^\d \d+$/.test(title)) received[index]?.set(title, (received[index].get(title) ?? 0) + 1);
    });
  });

  // Each event goes to one laboratory: 500 events to 200 people each are 100,000 deliveries.
  let missed = 0;
  for (let event = 0; event < EVENTS; event += 1) {
    const number = event % LABORATORIES;
    const ofLaboratory = sockets.filter((_, index) => index % LABORATORIES === number);
    const cut = Array.from({ length: CUT_OFF }, () => ofLaboratory[randomInt(ofLaboratory.length)]);
    for (const socket of new Set(cut)) {
      if (socket?.connected) missed += 1;
      socket?.disconnect();
    }
    // The server notices a closed connection before it handles the next message of another one.
    await settled(ofLaboratory.filter(({ connected }) => connected));
    realtime.send([roomOf.laboratory(laboratories[number] ?? '')], 'notification', titled(`${number} ${event}`));
    await settled(ofLaboratory.filter(({ connected }) => connected));
    await Promise.all(ofLaboratory.filter(({ connected }) => !connected).map(reconnected));
  }

  const deliveries = received.flatMap((of) => [...of.values()]).reduce((sum, count) => sum + count, 0);
  const twice = received.flatMap((of) => [...of.values()]).filter((count) => count > 1).length;
  const foreign = received.flatMap((of, index) =>
    [...of.keys()].filter((title) => !title.startsWith(`${index % LABORATORIES} `)),
  );
  const expected = (EVENTS * PEOPLE) / LABORATORIES - missed;
  print(`${PEOPLE} sockets, ${EVENTS} events: ${deliveries} deliveries of ${expected} to connected sockets`);
  print(`${missed} missed without a connection, ${twice} received twice, ${foreign.length} of another laboratory`);

  for (const socket of sockets) socket.close();
  const clients = await connectBare(
    url,
    tokens.filter((_, index) => index % LABORATORIES === 0),
  );
  const ours = await cpuPerDelivery(clients, (round) => {
    realtime.send([roomOf.laboratory(laboratories[0] ?? '')], 'notification', titled(`round ${round}`));
  });
  const bare = await bareServer();
  print(`CPU per delivery: ${ours.toFixed(2)} µs; bare ws: ${bare.toFixed(2)} µs; ratio ${(ours / bare).toFixed(2)}`);
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  await remove();
  if (deliveries !== expected || twice > 0 || foreign.length > 0)
    throw new Error('Somebody received what they should not');
}

const titled = (title: string) => ({
  type: 'info' as const,
  title,
  message: 'A message of ordinary length, for people.',
});

async function connectAll(url: string, tokens: readonly string[]): Promise<Client[]> {
  const sockets: Client[] = [];
  for (const [index, token] of tokens.entries()) {
    // From several addresses, because the server limits the connections from one.
    const localAddress = `127.0.0.${2 + (index % LABORATORIES)}`;
    const options = { transports: ['websocket'], reconnection: false, forceNew: true, localAddress };
    const socket: Client = io(url, { auth: { token }, ...options });
    await once(socket as never, 'connect');
    sockets.push(socket);
  }
  await settled(sockets);
  return sockets;
}

/** Once the server has answered, everything that it sent before has arrived. */
async function settled(sockets: readonly Client[]): Promise<void> {
  await Promise.all(sockets.map((socket) => socket.emitWithAck('leave-laboratory', '0'.repeat(24))));
}

async function reconnected(socket: Client): Promise<void> {
  const connected = once(socket as never, 'connect');
  socket.connect();
  await connected;
  await settled([socket]);
}

const ROUNDS = 300;
/** The types of packets, `4` for a message of Engine.IO and `2` for an event of Socket.IO. */
const [MESSAGE, EVENT] = Buffer.from('42');

/**
 * The processor time of this process, which holds the server and the same bare clients in both measurements, in
 * microseconds.
 */
async function cpuPerDelivery(clients: readonly WebSocket[], send: (round: number) => void): Promise<number> {
  let received = 0;
  for (const client of clients) {
    client.on('message', (data: Buffer) => {
      if (data[0] === MESSAGE && data[1] === EVENT) received += 1;
    });
  }
  const before = process.cpuUsage();
  for (let round = 1; round <= ROUNDS; round += 1) {
    send(round);
    while (received < round * clients.length) await wait(1);
  }
  const { user, system } = process.cpuUsage(before);
  for (const client of clients) client.terminate();
  return (user + system) / (ROUNDS * clients.length);
}

/** Clients of the product that speak no more of its protocol than they must. */
async function connectBare(url: string, tokens: readonly string[]): Promise<WebSocket[]> {
  const clients: WebSocket[] = [];
  for (const token of tokens) {
    const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const client = new WebSocket(address, { localAddress: '127.0.0.2' });
    await once(client, 'message');
    client.send(`40${JSON.stringify({ token })}`);
    await once(client, 'message');
    clients.push(client);
  }
  // The rooms are assigned after the connection is confirmed.
  await wait(1_000);
  return clients;
}

/** The same clients behind a server that does nothing but send the same text, framed once per message. */
async function bareServer(): Promise<number> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: WebSocket[] = [];
  for (let count = 0; count < PEOPLE / LABORATORIES; count += 1) {
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    await once(client, 'open');
    clients.push(client);
  }
  const result = await cpuPerDelivery(clients, (round) => {
    const text = Buffer.from(`42${JSON.stringify(['notification', titled(`round ${round}`)])}`);
    for (const socket of sockets.clients) socket.send(text, { binary: false });
  });
  server.close();
  return result;
}

runBench(bench);

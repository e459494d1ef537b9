import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { TestApp } from '../../../test/test-app';
import { Draining } from './draining';

describe('a process that is told to stop', () => {
  let app: TestApp;
  let draining: Draining;
  const keptAlive = new Agent({ keepAlive: true });

  beforeAll(async () => {
    app = await TestApp.start();
    draining = app.app.get(Draining);
  });
  afterAll(async () => {
    keptAlive.destroy();
    await app.close();
  });

  async function get(path: string, agent?: Agent): Promise<{ status: unknown; connection: unknown; body: unknown }> {
    const [answer] = (await once(send(`${app.url}${path}`, { agent }).end(), 'response')) as [IncomingMessage];
    const body = await json(answer);
    return { status: answer.statusCode, connection: answer.headers.connection, body };
  }

  async function accepts(): Promise<boolean> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const accepted = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return accepted;
  }

  it('says that it is not ready, serves what still arrives, and finishes the requests in progress', async () => {
    expect(await get('/api/health/ready', keptAlive)).toMatchObject({ status: 200, connection: 'keep-alive' });
    const body = JSON.stringify({ email: 'nobody@lab.example', password: 'Wrong-1234' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const slow = send(`${app.url}/api/auth/login`, { method: 'POST', headers, agent: keptAlive });
    slow.write(body.slice(0, 5));
    await once(slow, 'socket');

    let ended = false;
    const drained = draining.drain(400).then(() => (ended = true));
    const notReady = { status: 503, connection: 'close', body: { status: 'draining' } };
    expect(await get('/api/health/ready')).toEqual(notReady);
    expect(await get('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/api/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    while (await accepts());
    expect(ended).toBe(false);

    slow.end(body.slice(5));
    const [answer] = (await once(slow, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    expect(answer.headers.connection).toBe('close');
    answer.resume();
    await drained;
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInventoryItemBody, createTransactionBody } from '@shifa/contract/testing';
import request from 'supertest';
import { RequestLimits } from '../src/platform/http/request-limits';
import { entryOf, failureOf } from './finance/finance-desk';
import { itemOf } from './inventory/inventory-desk';
import { ServerProcess } from './server-process';
import { type Person, TestApp } from './test-app';

const SECRET = 'a secret of tests that is long enough';
const ROUNDS = 4;

type Answer = { status: number; body: unknown };
type Method = 'post' | 'put' | 'delete';

// For tests that hang: a machine with other work needs seconds for each start.
jest.setTimeout(300_000);

/** Nothing but the database keeps processes apart, so they run without Redis. */
describe('of requests at once in three processes', () => {
  const dataDirs: string[] = [];
  const servers: ServerProcess[] = [];
  let app: TestApp;
  let urls: string[];

  beforeAll(async () => {
    app = await TestApp.start({ jwtSecret: SECRET });
    app.services.get(RequestLimits).lift();
    // A server refuses to start with nobody who could sign in.
    await app.person('super_admin');
    for (let index = 0; index < 3; index += 1) {
      const dataDir = mkdtempSync(join(tmpdir(), 'shifa-process-'));
      dataDirs.push(dataDir);
      const env = { MONGODB_URI: app.mongodbUri, JWT_SECRET: SECRET, SEED: 'none', DATA_DIR: dataDir };
      servers.push(ServerProcess.spawn(env));
    }
    urls = await Promise.all(servers.map((server) => server.ready()));
  });
  afterAll(async () => {
    for (const server of servers) server.kill('SIGTERM');
    await Promise.all(servers.map((server) => server.ended()));
    await app.close();
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  const send = (index: number, { token }: Person, [method, path, body]: readonly [Method, string, object?]) => {
    const agent = request.agent(urls[index] ?? '').set('Authorization', `Bearer ${token}`);
    return agent[method](path).send(body);
  };
  /** The same request in each process. */
  const everywhere = (people: readonly [Person, Person, Person], ...sent: Parameters<typeof send>[2]) =>
    Promise.all(people.map((person, index) => send(index, person, sent)));
  const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

  it('one approval decides', async () => {
    const laboratory = await app.laboratory();
    const people = { laboratoryId: laboratory._id };
    const [head, clerk, author] = [
      await app.person('super_admin'),
      await app.person('lab_admin', people),
      await app.person('lab_admin', people),
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = createTransactionBody({ laboratoryId: laboratory.id, amountPaise: 1_000 + round });
      const { _id } = entryOf(await app.as(author).post('/api/transactions').send(body).expect(201));
      const answers = await everywhere([clerk, head, clerk], 'put', `/api/transactions/${_id}/approve`, {
        approved: true,
      });
      expect(statusesOf(answers)).toEqual([200, 409, 409]);
      const { approvalsGiven, version } = entryOf(await app.as(head).get(`/api/transactions/${_id}`).expect(200));
      expect([approvalsGiven, version]).toEqual([1, 2]);
    }
  });

  it('one issues the last stock', async () => {
    const laboratory = await app.laboratory();
    const [head, admin] = [
      await app.person('super_admin'),
      await app.person('lab_admin', { laboratoryId: laboratory._id }),
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = createInventoryItemBody({ laboratoryId: laboratory.id, quantity: 5, expiryDate: '2099-12-31' });
      const { _id } = itemOf(await app.as(admin).post('/api/inventory').send(body).expect(201));
      const answers = await everywhere([admin, head, admin], 'put', `/api/inventory/${_id}/stock`, {
        type: 'out',
        quantity: 5,
      });
      expect(statusesOf(answers)).toEqual([200, 409, 409]);
      expect(itemOf(await app.as(admin).get(`/api/inventory/${_id}`).expect(200)).quantity).toBe(0);
    }
  });

  it('one clocks a person in', async () => {
    const laboratory = await app.laboratory();
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await app.person('staff', { laboratoryId: laboratory._id });
      const answers = await everywhere([person, person, person], 'post', '/api/attendance/clock-in', {});
      expect(statusesOf(answers)).toEqual([200, 409, 409]);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused.map((answer) => failureOf(answer).code)).toEqual(['ALREADY_CLOCKED_IN', 'ALREADY_CLOCKED_IN']);
    }
  });

  it('a laboratory is archived, or somebody writes in it', async () => {
    const [head, visitor] = [await app.person('super_admin'), await app.person('super_admin')];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: laboratoryId } = await app.laboratory();
      const [archived, ...written] = await Promise.all([
        send(0, head, ['delete', `/api/laboratories/${laboratoryId}`]),
        send(1, head, ['post', '/api/transactions', createTransactionBody({ laboratoryId })]),
        send(2, visitor, ['post', '/api/attendance/clock-in', { laboratoryId }]),
      ]);
      const accepted = written.filter(({ status }) => status < 300);
      const refused = written.filter(({ status }) => status >= 300);
      if (archived.status === 200) {
        expect(accepted).toEqual([]);
        expect(refused.map((answer) => failureOf(answer).code)).toEqual(['LABORATORY_ARCHIVED', 'LABORATORY_ARCHIVED']);
      } else {
        expect(failureOf(archived).code).toBe('LABORATORY_HAS_BLOCKERS');
        expect(refused).toEqual([]);
      }
      if (written[1].status === 200) await send(2, visitor, ['post', '/api/attendance/clock-out', {}]).expect(200);
    }
  });
});

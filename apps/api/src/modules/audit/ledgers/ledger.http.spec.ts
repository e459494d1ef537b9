import { once } from 'node:events';
import type { AuditLogEntry, BrokenLink, LaboratoryLedgers, Ledger } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Schema } from 'mongoose';
import { io } from 'socket.io-client';
import { LedgerVerification } from '../../../platform/ledger/ledger-verification';
import { type LedgerRow, Ledgers } from '../../../platform/ledger/ledgers';
import { newId } from '../../../platform/domain/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type Person, TestApp } from '../../../../test/test-app';
import { LedgerService } from './ledger.service';
import { VerificationRepository } from './verification.repository';

type Laboratory = Awaited<ReturnType<TestApp['laboratory']>>;

class Entries extends ScopedRepository<LedgerRow> {
  constructor(connection: Connection) {
    const part = { version: Number, createdAt: Date, updatedAt: Date };
    const schema = new Schema<LedgerRow>({ laboratoryId: Schema.Types.ObjectId, ...part }, { versionKey: false });
    super(connection.model<LedgerRow>('LedgerEntry', schema), { laboratory: 'laboratoryId' });
  }
}

describe('the ledgers', () => {
  let app: TestApp;
  let admin: Person;
  let labAdmin: Person;
  let [kolkata, dubai]: Laboratory[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    kolkata = await app.laboratory({ code: 'LEK', name: 'Ledger Kolkata' });
    dubai = await app.laboratory({ code: 'LED', name: 'Ledger Dubai' });
    admin = await app.person('super_admin');
    labAdmin = await app.person('lab_admin', { laboratoryId: kolkata._id });
    const connection = app.services.get<Connection>(getConnectionToken());
    const repository = new Entries(connection);
    // In place of the money of another feature.
    const ledger = app.services.get(Ledgers).register<LedgerRow>({
      name: 'money',
      repository,
      nameOf: () => 'LEK/26-27/000001',
      pathOf: ({ _id }) => `/entries/${_id.toHexString()}`,
      protectedOf: (row) => row,
    });
    const now = new Date();
    const row = { _id: newId(), laboratoryId: kolkata._id, version: 1, createdAt: now, updatedAt: now };
    await app.services.get(UnitOfWork).run(async () => {
      await repository.insertMany([row]);
      ledger.append([row]);
    });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const list = async (person: Person) =>
    ((await app.as(person).get('/api/audit/ledgers').expect(200)).body as { data: LaboratoryLedgers[] }).data;
  const money = async (person = admin) =>
    (await list(person))
      .find(({ laboratory }) => laboratory.code === 'LEK')
      ?.ledgers.find(({ ledger }) => ledger === 'money');
  const body = () => ({ ledger: 'money', laboratoryId: kolkata?.id });
  const verify = (person: Person) => app.as(person).post('/api/audit/ledgers/verifications').send(body());
  const cancel = (person: Person) => app.as(person).post('/api/audit/ledgers/verifications/cancellations').send(body());
  const finished = async (): Promise<Ledger['verification']> => {
    await app.services.get(LedgerService).settled();
    return (await money())?.verification ?? null;
  };

  it('are listed by laboratory with their heads, within the scope', async () => {
    expect((await list(admin)).map(({ laboratory }) => laboratory.name)).toEqual(['Ledger Dubai', 'Ledger Kolkata']);
    const [own, ...others] = await list(labAdmin);
    expect(others).toEqual([]);
    expect(own?.laboratory.code).toBe('LEK');
    const head = { seq: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
    expect(await money(labAdmin)).toMatchObject({ head, verification: null });
    const [empty] = await list(admin);
    expect(empty?.ledgers[0]).toMatchObject({ head: null, verification: null });
  });

  it('are verified in the background, with progress to everyone who may see them', async () => {
    const socket = io(app.url, { auth: { token: labAdmin.token }, transports: ['websocket'] });
    await once(socket as never, 'connect');
    const events: { status: string }[] = [];
    const done = new Promise<void>((resolve) => {
      socket.on('ledger:progress', (event: { status: string }) => {
        events.push(event);
        if (event.status !== 'running') resolve();
      });
    });
    const answer = await verify(admin).expect(200);
    expect((answer.body as { data: Ledger }).data.verification).toMatchObject({ status: 'running', links: 1 });
    await done;
    socket.close();
    expect(events.at(-1)).toMatchObject({ ledger: 'money', laboratoryId: kolkata?.id, done: 2, total: 2 });
    expect(await finished()).toMatchObject({ status: 'intact', by: admin.user.name, broken: null });
    const log = await app.as(labAdmin).get('/api/audit?entity=ledger').expect(200);
    expect((log.body as { data: AuditLogEntry[] }).data).toMatchObject([{ action: 'ledger.verified' }]);
  });

  it('say where they are broken', async () => {
    const broken: BrokenLink = {
      fault: 'document_changed',
      seq: 1,
      at: '2026-11-22T10:00:00.000Z',
      document: { _id: newId().toHexString(), name: 'LEK/26-27/000001', path: '/entries/1' },
      expected: 'version 1',
      found: 'version 2',
      documents: 1,
    };
    jest.spyOn(app.services.get(LedgerVerification), 'run').mockResolvedValue(broken);
    await verify(labAdmin).expect(200);
    expect(await finished()).toMatchObject({ status: 'broken', broken });
  });

  it('are verified once at a time, until somebody cancels', async () => {
    // As a long chain: it goes on until it is stopped.
    jest
      .spyOn(app.services.get(LedgerVerification), 'run')
      .mockImplementation(async (_ledger, _laboratory, options) => {
        while (!options.signal.aborted) {
          options.onProgress(1, 10);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        throw new Error('stopped');
      });
    await verify(labAdmin).expect(200);
    const refused = await verify(admin).expect(409);
    expect(refused.body).toMatchObject({ code: 'VERIFICATION_RUNNING' });
    await cancel(labAdmin).expect(200);
    expect(await finished()).toMatchObject({ status: 'cancelled', done: 1, total: 10 });
    await cancel(labAdmin).expect(200);
    jest.restoreAllMocks();
    await verify(admin).expect(200);
    expect(await finished()).toMatchObject({ status: 'intact' });
  });

  it('say that a verification failed, and can be verified again', async () => {
    jest.spyOn(app.services.get(LedgerVerification), 'run').mockRejectedValue(new Error('no database'));
    await verify(admin).expect(200);
    expect(await finished()).toMatchObject({ status: 'failed' });
    jest.restoreAllMocks();
    await verify(admin).expect(200);
    expect(await finished()).toMatchObject({ status: 'intact' });
  });

  it('are verified again after the process that did so has ended', async () => {
    const now = new Date();
    const chain = { ledger: 'money' as const, laboratoryId: kolkata?._id ?? newId() };
    const run = (startedAt: Date) => ({ runId: newId(), by: { _id: newId(), name: 'A' }, links: 1, startedAt });
    const verifications = app.services.get(VerificationRepository);
    expect(await verifications.start(chain, run(new Date(now.getTime() - 120_000)))).toBe(true);
    await verify(admin).expect(200);
    expect(await finished()).toMatchObject({ status: 'intact' });
  });

  it.each(['manager', 'staff'] as const)('are closed to a %s', async (role) => {
    const person = await app.person(role, { laboratoryId: kolkata?._id });
    await app.as(person).get('/api/audit/ledgers').expect(403);
    await verify(person).expect(403);
    await cancel(person).expect(403);
  });

  it('of other laboratories do not exist for a lab admin', async () => {
    const elsewhere = { ledger: 'money', laboratoryId: dubai?.id };
    await app.as(labAdmin).post('/api/audit/ledgers/verifications').send(elsewhere).expect(404);
    await app.as(labAdmin).post('/api/audit/ledgers/verifications/cancellations').send(elsewhere).expect(404);
  });
});

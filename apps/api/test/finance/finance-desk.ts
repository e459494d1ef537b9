import type { BulkDecision, CreateTransactionInput, Failure, PeriodClose, Transaction } from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { Clock } from '../../src/platform/time/clock';
import { type Person, TestApp } from '../test-app';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';

type Answer = { status: number; body: unknown };
type Laboratory = LaboratoryRow & { id: string };

/** The largest amount that needs only one approval. */
export const LIMIT_PAISE = 5_000_000;

export const entryOf = ({ body }: Answer) => (body as { data: Transaction }).data;
export const failureOf = ({ body }: Answer) => body as Failure;
export const codeOf = ({ body }: Answer) => (body as Failure).code;
export const faultsOf = ({ body }: Answer) =>
  Object.fromEntries((body as Failure).errors.map(({ field, message }) => [field, message]));
export const bulkOf = ({ body }: Answer) => (body as { data: BulkDecision }).data;

/** A laboratory with two lab admins, and two super admins of the network. */
export class FinanceDesk {
  private constructor(
    readonly app: TestApp,
    readonly laboratory: Laboratory,
    /** Super admins. */
    readonly head: Person,
    readonly otherHead: Person,
    /** Lab admins of the laboratory. */
    readonly clerk: Person,
    readonly otherClerk: Person,
  ) {}

  static async open(overrides: Partial<LaboratoryRow> = {}): Promise<FinanceDesk> {
    const app = await TestApp.start();
    app.services.get(RequestLimits).lift();
    const laboratory = await app.laboratory(overrides);
    const inLaboratory = { laboratoryId: laboratory._id };
    return new FinanceDesk(
      app,
      laboratory,
      await app.person('super_admin'),
      await app.person('super_admin'),
      await app.person('lab_admin', inLaboratory),
      await app.person('lab_admin', inLaboratory),
    );
  }

  /** At a fixed time, for what depends on the financial year. */
  static openAt(at: string): Promise<FinanceDesk> {
    jest.spyOn(Clock.prototype, 'now').mockReturnValue(new Date(at));
    return FinanceDesk.open();
  }

  /** Posts an entry, by default income in cash of the laboratory. */
  post(person: Person, body: Partial<CreateTransactionInput> = {}) {
    return this.app
      .as(person)
      .post('/api/transactions')
      .send(createTransactionBody({ laboratoryId: this.laboratory.id, ...body }));
  }

  async entered(person: Person, body: Partial<CreateTransactionInput> = {}): Promise<Transaction> {
    return entryOf(await this.post(person, body).expect(201));
  }

  /** An entry by the other clerk, approved by the clerk. */
  async approved(body: Partial<CreateTransactionInput> = {}): Promise<Transaction> {
    const { _id } = await this.entered(this.otherClerk, body);
    return entryOf(await this.decide(this.clerk, _id).expect(200));
  }

  reverse(person: Person, id: string, description?: string) {
    return this.app.as(person).post('/api/transactions').send({ reversalOf: id, description });
  }

  decide(person: Person, id: string, body: object = {}) {
    return this.app
      .as(person)
      .put(`/api/transactions/${id}/approve`)
      .send({ approved: true, ...body });
  }

  reject(person: Person, id: string, reason = 'The receipt is missing') {
    return this.decide(person, id, { approved: false, reason });
  }

  decideMany(person: Person, body: object) {
    return this.app.as(person).post('/api/transactions/bulk-approve').send(body);
  }

  edit(person: Person, { _id, version }: Pick<Transaction, '_id' | 'version'>, changes: object = {}) {
    return this.app
      .as(person)
      .put(`/api/transactions/${_id}`)
      .send({ version, ...changes });
  }

  cancel(person: Person, id: string) {
    return this.app.as(person).delete(`/api/transactions/${id}`);
  }

  async read(id: string, person: Person = this.head): Promise<Transaction> {
    return entryOf(await this.app.as(person).get(`/api/transactions/${id}`).expect(200));
  }

  /** Null reopens every period of the network or of a laboratory. */
  async closeThrough(lockedThrough: string | null, laboratoryId?: string): Promise<void> {
    const current = await this.app.as(this.head).get('/api/transactions/period-lock').expect(200);
    const { data: network } = current.body as { data: PeriodClose };
    const own = network.laboratories.find(({ _id }) => _id === laboratoryId);
    const version = laboratoryId === undefined ? network.version : (own?.version ?? 1);
    await this.app
      .as(this.head)
      .put('/api/transactions/period-lock')
      .send({ lockedThrough, laboratoryId, version })
      .expect(200);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

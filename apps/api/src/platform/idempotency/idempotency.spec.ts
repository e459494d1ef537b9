import { Logger } from '@nestjs/common';
import type { Actor } from '../domain/actor';
import { DomainError } from '../domain/domain-error';
import type { Migrations } from '../mongo/migrations';
import type { UnitOfWork } from '../mongo/unit-of-work';
import { Clock } from '../time/clock';
import { Idempotency } from './idempotency';
import type { ResponseCipher } from './response-cipher';
import type { StoredResponseRow } from './stored-response.document';
import type { StoredResponseRepository } from './stored-response.repository';

function idempotency(find: () => Promise<StoredResponseRow | null>): Idempotency {
  const responses = { find, insert: () => Promise.resolve() } as Partial<StoredResponseRepository>;
  const unitOfWork = { run: (work: () => Promise<unknown>) => work() } as Partial<UnitOfWork>;
  return new Idempotency(
    responses as StoredResponseRepository,
    unitOfWork as UnitOfWork,
    {} as ResponseCipher,
    {} as Migrations,
    new Clock(),
  );
}

describe('a write with an idempotency key that fails', () => {
  const actor = { userId: 'somebody' } as Actor;
  const once = (subject: Idempotency) =>
    subject.once(actor, { key: 'key-0001', route: 'POST /any', input: {} }, () => Promise.reject(new Error('first')));
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  beforeEach(() => logged.mockClear());
  afterAll(() => logged.mockRestore());

  it('reports its own error where no earlier response is stored', async () => {
    await expect(once(idempotency(() => Promise.resolve(null)))).rejects.toThrow('first');
    expect(logged).not.toHaveBeenCalled();
  });

  it('reports its own error also where the earlier response cannot be read, and logs why', async () => {
    const second = new Error('second');
    await expect(once(idempotency(() => Promise.reject(second)))).rejects.toThrow('first');
    expect(logged.mock.calls).toEqual([[second]]);
  });

  it('reports no refusal where the earlier response cannot be read: the earlier request may be its reason', async () => {
    const unreachable = new Error('unreachable');
    const subject = idempotency(() => Promise.reject(unreachable));
    const refused = () => Promise.reject(new DomainError('ALREADY_CLOCKED_IN'));
    const request = { key: 'key-0001', route: 'POST /any', input: {} };
    await expect(subject.once(actor, request, refused)).rejects.toBe(unreachable);
    await expect(subject.once(actor, { ...request, key: undefined }, refused)).rejects.toMatchObject({
      code: 'ALREADY_CLOCKED_IN',
    });
  });

  it('says that the key is used where it belongs to another request', async () => {
    const row = { _id: 'somebody:key-0001', fingerprint: 'another', answer: null, expiresAt: new Date() };
    await expect(once(idempotency(() => Promise.resolve(row)))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});

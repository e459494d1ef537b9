import { DomainError } from '../../platform/http/domain-error';
import { PasswordHasher } from './password-hasher';

describe('hashing passwords', () => {
  it('is argon2id with the parameters of OWASP, salted', async () => {
    const hasher = new PasswordHasher();
    const [first, second] = await Promise.all([hasher.hash('Shifa@2026'), hasher.hash('Shifa@2026')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify(first, 'Shifa@2026')).toBe(true);
    expect(await hasher.verify(first, 'shifa@2026')).toBe(false);
  });

  it('refuses a missing hash after the same work', async () => {
    const hasher = new PasswordHasher();
    const work = jest.spyOn(hasher as unknown as { inTurn: () => unknown }, 'inTurn');
    expect(await hasher.verify(undefined, 'Shifa@2026')).toBe(false);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('hashes generated passwords faster, and verifies them as slowly as others', async () => {
    const hasher = new PasswordHasher();
    const light = await hasher.hashGenerated('Kv7m-Rt4p-Qw9e');
    expect(light).toMatch(/^\$argon2id\$v=19\$m=4096,t=1,p=1\$/);
    expect(await hasher.verify(light, 'Kv7m-Rt4p-Qw9e')).toBe(true);
    expect(await hasher.verify(light, 'Kv7m-Rt4p-Qw9f')).toBe(false);
    const timed = async (hash: string | undefined) => {
      const startedAt = performance.now();
      for (let round = 0; round < 10; round += 1) await hasher.verify(hash, 'wrong');
      return performance.now() - startedAt;
    };
    expect(await timed(light)).toBeGreaterThan(0.6 * (await timed(undefined)));
  });

  it('refuses a flood instead of queueing without bound', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('x');
    const answers = await Promise.allSettled(Array.from({ length: 120 }, () => hasher.verify(hash, 'x')));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(18);
    for (const { reason } of refused) expect((reason as DomainError).code).toBe('UNAVAILABLE');
  });
});

import { DomainError } from '../../platform/domain/domain-error';
import { PasswordHasher } from './password-hasher';

// The module itself, whose functions can be replaced; an import is a copy.
const argon2 = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');

describe('hashing passwords', () => {
  it('is argon2id with the parameters of OWASP, salted', async () => {
    const hasher = new PasswordHasher();
    const [first, second] = await Promise.all([hasher.hash('p', 'Shifa@2026'), hasher.hash('p', 'Shifa@2026')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify('p', first, 'Shifa@2026')).toBe(true);
    expect(await hasher.verify('p', first, 'shifa@2026')).toBe(false);
  });

  it('hashes generated passwords with less work', async () => {
    const hasher = new PasswordHasher();
    const light = await hasher.hashGenerated('p', 'Kv7m-Rt4p-Qw9e');
    expect(light).toMatch(/^\$argon2id\$v=19\$m=4096,t=1,p=1\$/);
    expect(await hasher.verify('p', light, 'Kv7m-Rt4p-Qw9e')).toBe(true);
    expect(await hasher.verify('p', light, 'Kv7m-Rt4p-Qw9f')).toBe(false);
  });

  it('refuses a wrong password, a wrong generated one and a missing hash after the same work', async () => {
    const hasher = new PasswordHasher();
    const verify = jest.spyOn(argon2, 'verify');
    for (const hash of [
      await hasher.hash('p', 'Shifa@2026'),
      await hasher.hashGenerated('p', 'Kv7m-Rt4p-Qw9e'),
      undefined,
    ]) {
      verify.mockClear();
      expect(await hasher.verify('p', hash, 'Kv7m-Rt4p-Qw9f')).toBe(false);
      const full = verify.mock.calls.filter(([hashed]) => String(hashed).includes('$m=19456,t=2,p=1$'));
      expect(full).toHaveLength(1);
    }
    verify.mockRestore();
  });

  it('refuses a flood from one address, and serves another one meanwhile', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('p', 'x');
    const flood = Promise.allSettled(Array.from({ length: 120 }, () => hasher.verify('p', hash, 'x')));
    expect(await hasher.verify('another', hash, 'x')).toBe(true);
    const refused = (await flood).filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(120 - 62);
    for (const { reason } of refused) expect((reason as DomainError).code).toBe('UNAVAILABLE');
  });
});

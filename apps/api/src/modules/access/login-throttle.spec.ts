import { DomainError } from '../../platform/domain/domain-error';
import { LimiterFactory } from '../../platform/limits/limiter-factory';
import { LoginThrottle } from './login-throttle';

const HOME = '203.0.113.5';

describe('slowing down guesses', () => {
  let throttle: LoginThrottle;

  beforeEach(() => {
    throttle = new LoginThrottle(new LimiterFactory());
  });

  const attempt = (email: string, ipAddress: string, browserId?: string) =>
    throttle.attempt(email, { ipAddress, browserId }).then(
      () => true,
      (error: unknown) => !(error instanceof DomainError && error.code === 'TOO_MANY_LOGINS'),
    );

  async function attempts(times: number, of: (index: number) => [email: string, address: string]): Promise<number> {
    let passed = 0;
    for (let index = 0; index < times; index += 1) if (await attempt(...of(index))) passed += 1;
    return passed;
  }

  it('lets ten wrong guesses at one account through from one address', async () => {
    expect(await attempts(15, () => ['a@lab.example', HOME])).toBe(10);
  });

  it('starts counting again after a correct one', async () => {
    await attempts(9, () => ['a@lab.example', HOME]);
    await throttle.succeeded('a@lab.example', { ipAddress: HOME });
    expect(await attempts(10, () => ['a@lab.example', HOME])).toBe(10);
  });

  it('limits what one address tries across many accounts', async () => {
    expect(await attempts(120, (index) => [`${index}@lab.example`, HOME])).toBe(100);
  });

  it('limits what many addresses try on one account, but not its owner at a known address', async () => {
    await throttle.attempt('a@lab.example', { ipAddress: HOME });
    await throttle.succeeded('a@lab.example', { ipAddress: HOME });
    expect(await attempts(120, (index) => ['a@lab.example', `198.51.100.${index}`])).toBe(100);
    expect(await attempt('A@LAB.example', HOME)).toBe(true);
  });

  it('does not let guesses by a colleague at the same address keep the owner out of a browser that they used before', async () => {
    await throttle.succeeded('a@lab.example', { ipAddress: HOME, browserId: 'the-browser-of-the-owner' });
    expect(await attempts(15, () => ['a@lab.example', HOME])).toBe(10);
    expect(await attempt('a@lab.example', HOME, 'any-other-browser')).toBe(false);
    let passed = 0;
    for (let count = 0; count < 15; count += 1) {
      if (await attempt('a@lab.example', HOME, 'the-browser-of-the-owner')) passed += 1;
    }
    expect(passed).toBe(10);
    // A browser is trusted for the account that signed in in it, and for no other.
    await attempts(10, () => ['b@lab.example', HOME]);
    expect(await attempt('b@lab.example', HOME, 'the-browser-of-the-owner')).toBe(false);
  });

  it('lets everyone at a busy address in, however many sign in successfully', async () => {
    for (let index = 0; index < 150; index += 1) {
      expect(await attempt(`${index}@lab.example`, HOME)).toBe(true);
      await throttle.succeeded(`${index}@lab.example`, { ipAddress: HOME });
    }
  });

  it('limits successful sign-ins of one account, from however many addresses', async () => {
    let passed = 0;
    for (let index = 0; index < 120; index += 1) {
      if (!(await attempt('a@lab.example', `198.51.100.${index}`))) continue;
      passed += 1;
      await throttle.succeeded('a@lab.example', { ipAddress: `198.51.100.${index}` });
    }
    expect(passed).toBe(100);
    expect(await attempt('b@lab.example', '198.51.100.1')).toBe(true);
  });

  it('limits successful sign-ins at one address, also simultaneous ones', async () => {
    for (let index = 0; index < 599; index += 1) await throttle.succeeded(`${index}@lab.example`, { ipAddress: HOME });
    expect(await attempt('c@lab.example', HOME)).toBe(true);
    await throttle.succeeded('c@lab.example', { ipAddress: HOME });
    expect(await attempt('d@lab.example', HOME)).toBe(false);
    await expect(throttle.succeeded('e@lab.example', { ipAddress: HOME })).rejects.toMatchObject({
      code: 'TOO_MANY_LOGINS',
    });
    expect(await attempt('d@lab.example', '203.0.113.6')).toBe(true);
  });

  it('counts guesses from the addresses of one IPv6 network together', async () => {
    const from = (index: number) => `2001:db8:1:2::${(index + 1).toString(16)}`;
    expect(await attempts(15, (index) => ['a@lab.example', from(index)])).toBe(10);
    expect(await attempts(120, (index) => [`${index}@lab.example`, from(index)])).toBe(90);
    expect(await attempt('a@lab.example', '2001:db8:1:3::1')).toBe(true);
  });
});

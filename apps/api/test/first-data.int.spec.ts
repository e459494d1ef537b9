import type { Notification } from '@shifa/contract';
import { EnvironmentFault } from '../src/env';
import { DEMO_PASSWORD, seedFirstData } from '../src/first-data';
import { TestApp } from './test-app';

const firstAdmin = { email: 'chief@lab.example', password: 'First-admin-1' };

// Only for seeding that hangs: a busy machine takes its time.
jest.setTimeout(120_000);

describe('the first data', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await TestApp.start();
  });
  afterEach(() => app.close());

  type Options = Parameters<typeof seedFirstData>[1];
  const seed = (options: Partial<Options>) =>
    seedFirstData(app.services, {
      seed: undefined,
      firstAdmin: undefined,
      host: '127.0.0.1',
      embedded: true,
      ...options,
    });
  const faultsOf = (options: Partial<Options>) =>
    seed(options).then(
      () => [],
      (error: unknown) => (error instanceof EnvironmentFault ? error.faults : [String(error)]),
    );

  it('are no demo accounts if other machines can reach the server', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'lab.example', '127.0.0.1.example']) {
      expect(await faultsOf({ host })).toEqual([expect.stringContaining('The database is empty')]);
    }
    expect(await seed({ host: '0.0.0.0', firstAdmin })).toBe(false);
    await app.login(firstAdmin);
    const demo = { email: 'super@shifa.example', password: DEMO_PASSWORD };
    await app.http.post('/api/auth/login').send(demo).expect(401);
  });

  it('may be demo accounts that other machines can reach, if SEED=demo confirms it at each start', async () => {
    expect(await seed({ host: '127.0.0.1' })).toBe(true);
    expect(await seed({ host: 'localhost' })).toBe(true);
    expect(await faultsOf({ host: '0.0.0.0' })).toEqual([expect.stringContaining('whose password is published')]);
    expect(await faultsOf({ host: '0.0.0.0', seed: 'none', firstAdmin })).toHaveLength(1);
    expect(await seed({ host: '0.0.0.0', seed: 'demo' })).toBe(true);
    expect(await noticesOfOrders()).toEqual(['1 order needs your decision.']);
  });

  /** Only what still needs a decision is announced. */
  async function noticesOfOrders(): Promise<string[]> {
    const token = await app.login({ email: 'labadmin@shifa.example', password: DEMO_PASSWORD });
    const answer = await app.as({ token }).get('/api/notifications?isRead=false&limit=100').expect(200);
    const { data } = answer.body as { data: Notification[] };
    const ofOrders = data.filter(({ actionUrl }) => actionUrl === '/purchase-orders?waitingForMe=true');
    return ofOrders.map(({ message }) => message);
  }
});

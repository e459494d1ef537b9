import type { INestApplicationContext } from '@nestjs/common';
import { EnvironmentFault, type Env } from './env';
import { PasswordHasher } from './modules/access/access.port';
import { GroupCounts } from './modules/notifications/notifications.port';
import { StaffPort } from './modules/staff/staff.port';
import { THE_SYSTEM } from './platform/limits/pools';
import { Migrations } from './platform/mongo/migrations';

type SeedOptions = Pick<Env, 'seed' | 'firstAdmin' | 'host'> & { embedded: boolean };

/**
 * Seeds an empty database as configured in the environment: with the demo network, or with a first administrator. The
 * password of the demo accounts is published, so other machines reach them only if `SEED=demo` asks for it.
 * @returns whether the database contains the demo network.
 * @throws EnvironmentFault if the database is empty and would contain no one who can sign in, or if it contains the demo
 * accounts and they would be reachable unintentionally.
 */
export async function seedFirstData(app: INestApplicationContext, options: SeedOptions): Promise<boolean> {
  return app.get(Migrations).locked(async (signal) => {
    const staff = app.get(StaffPort);
    const isLocal = isLoopback(options.host);
    if (await staff.hasAnyone()) {
      const hasDemo = (await staff.accountByEmail(DEMO_ACCOUNT)) !== null;
      if (hasDemo && !isLocal && options.seed !== 'demo') throw new EnvironmentFault([exposedDemo(options.host)]);
      return hasDemo;
    }
    const seed = options.seed ?? (options.embedded && isLocal ? 'demo' : 'none');
    if (seed === 'demo') {
      const { seedDemoNetwork } = await import('../demo/demo-network.js');
      await seedDemoNetwork(app, signal);
      // The job would do so a few seconds later; a copy of the data folder would go on announcing what was decided.
      await app.get(GroupCounts).run();
      return true;
    }
    if (!options.firstAdmin) {
      throw new EnvironmentFault([
        'The database is empty: set SEED_ADMIN_EMAIL and SEED_ADMIN_PASSWORD to create the first administrator, or set SEED=demo',
      ]);
    }
    const { email, password } = options.firstAdmin;
    const passwordHash = await app.get(PasswordHasher).hash(THE_SYSTEM, password);
    await staff.createSuperAdmin({ name: 'Administrator', email, passwordHash });
    return false;
  });
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/.test(host);
}

function exposedDemo(host: string): string {
  return (
    `The database contains the demo accounts, whose password is published, and HOST=${host} makes them reachable from ` +
    'other machines: use another database, or set SEED=demo to confirm that this is intended'
  );
}

const DEMO_ACCOUNT = 'super@shifa.example';

/** The demo accounts, as listed at startup and in the README. They all have the same password. */
export const demoAccounts = [
  [DEMO_ACCOUNT, 'super admin'],
  ['labadmin@shifa.example', 'lab admin, Kolkata'],
  ['manager@shifa.example', 'manager, Kolkata'],
  ['staff@shifa.example', 'staff, Kolkata'],
  ['labadmin.dxb@shifa.example', 'lab admin, Dubai'],
  ['staff.dxb@shifa.example', 'staff, Dubai'],
] as const;

export const DEMO_PASSWORD = 'Shifa@2026';

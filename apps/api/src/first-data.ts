import type { INestApplicationContext } from '@nestjs/common';
import { EnvironmentFault, type Env } from './env';
import { PasswordHasher } from './modules/access/access.port';
import { StaffPort } from './modules/staff/staff.port';
import { Migrations } from './platform/mongo/migrations';
import { DemoNetwork } from './platform/seed/demo-network';

type SeedOptions = Pick<Env, 'seed' | 'firstAdmin'> & { embedded: boolean };

/**
 * Seeds an empty database as configured in the environment: with the demo network, or with a first administrator.
 * @returns whether the database contains the demo network.
 * @throws EnvironmentFault if the database is empty and would contain nobody who can sign in.
 */
export async function seedFirstData(app: INestApplicationContext, options: SeedOptions): Promise<boolean> {
  return app.get(Migrations).locked(async () => {
    const staff = app.get(StaffPort);
    if (await staff.hasAnyone()) return (await staff.accountByEmail(DEMO_ACCOUNT)) !== null;
    const seed = options.seed ?? (options.embedded ? 'demo' : 'none');
    if (seed === 'demo') {
      await app.get(DemoNetwork).seed();
      return true;
    }
    if (!options.firstAdmin) {
      throw new EnvironmentFault([
        'The database is empty: set SEED_ADMIN_EMAIL and SEED_ADMIN_PASSWORD to create the first administrator, or set SEED=demo',
      ]);
    }
    const { email, password } = options.firstAdmin;
    const passwordHash = await app.get(PasswordHasher).hash(password);
    await staff.createSuperAdmin({ name: 'Administrator', email, passwordHash });
    return false;
  });
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

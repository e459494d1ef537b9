import type { INestApplicationContext } from '@nestjs/common';
import { EnvironmentFault, type Env } from './env';
import { PasswordHasher } from './modules/access/access.port';
import { StaffPort } from './modules/staff/staff.port';
import { Migrations } from './platform/mongo/migrations';
import { DemoNetwork } from './platform/seed/demo-network';

type Wish = Pick<Env, 'seed' | 'firstAdmin'> & { embedded: boolean };

/**
 * Puts into an empty database what the environment asks for: the demo network, or a first administrator.
 * @returns whether the demo network is there.
 * @throws EnvironmentFault when an empty database is to stay without anyone who could sign in.
 */
export async function plantFirstData(app: INestApplicationContext, wish: Wish): Promise<boolean> {
  return app.get(Migrations).locked(async () => {
    const staff = app.get(StaffPort);
    if (await staff.hasAnyone()) return (await staff.accountByEmail(DEMO_ACCOUNT)) !== null;
    const seed = wish.seed ?? (wish.embedded ? 'demo' : 'none');
    if (seed === 'demo') {
      await app.get(DemoNetwork).plant();
      return true;
    }
    if (!wish.firstAdmin) {
      throw new EnvironmentFault([
        'The database is empty: name its first administrator with SEED_ADMIN_EMAIL and SEED_ADMIN_PASSWORD, or set SEED=demo',
      ]);
    }
    const { email, password } = wish.firstAdmin;
    const passwordHash = await app.get(PasswordHasher).hash(password);
    await staff.createSuperAdmin({ name: 'Administrator', email, passwordHash });
    return false;
  });
}

const DEMO_ACCOUNT = 'super@shifa.example';

/** The accounts that the console and the README name; the password is the same for all. */
export const demoAccounts = [
  [DEMO_ACCOUNT, 'super admin'],
  ['labadmin@shifa.example', 'lab admin, Kolkata'],
  ['manager@shifa.example', 'manager, Kolkata'],
  ['staff@shifa.example', 'staff, Kolkata'],
  ['labadmin.dxb@shifa.example', 'lab admin, Dubai'],
  ['staff.dxb@shifa.example', 'staff, Dubai'],
] as const;

export const DEMO_PASSWORD = 'Shifa@2026';

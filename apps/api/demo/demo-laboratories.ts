import { resolvePermissions } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { LaboratoriesPort, type LaboratoryRow } from '../src/modules/laboratories/laboratories.port';
import { type Account, StaffPort } from '../src/modules/staff/staff.port';
import { Actor } from '../src/platform/domain/actor';
import { LabScope } from '../src/platform/domain/lab-scope';
import { businessDay } from '../src/platform/time/business-day';
import { Clock } from '../src/platform/time/clock';

const MAX_PEOPLE = 100;

/** A laboratory of the demo network with its people who have not exited, by name. */
export type DemoLaboratory = {
  laboratory: LaboratoryRow;
  scope: LabScope;
  people: Account[];
  admin: Account;
  /** Or the administrator, without one. */
  manager: Account;
  now: Date;
  today: string;
};

export async function demoLaboratories(app: INestApplicationContext): Promise<DemoLaboratory[]> {
  const [staff, now] = [app.get(StaffPort), app.get(Clock).now()];
  const found: DemoLaboratory[] = [];
  for (const laboratory of await app.get(LaboratoriesPort).listInScope(LabScope.everywhere())) {
    const laboratoryId = laboratory._id.toHexString();
    const scope = LabScope.ofLaboratory(laboratoryId);
    const { items: people } = await staff.pageOfLaboratory(scope, { laboratoryId, page: 1, limit: MAX_PEOPLE });
    const admin = people.find(({ role }) => role === 'lab_admin');
    // Laboratories that are not part of the demo network may have none.
    if (!admin) continue;
    const manager = people.find(({ role }) => role === 'manager') ?? admin;
    found.push({ laboratory, scope, people, admin, manager, now, today: businessDay(now, laboratory.timezone) });
  }
  return found;
}

/** @throws Error if the demo network has no laboratory with the code. */
export function laboratoryWith(code: string, laboratories: readonly DemoLaboratory[]): DemoLaboratory {
  const found = laboratories.find(({ laboratory }) => laboratory.code === code);
  if (!found) throw new Error(`The demo network lacks ${code}`);
  return found;
}

/** The super admin of the demo network. */
export async function demoHead(app: INestApplicationContext): Promise<Account> {
  const head = await app.get(StaffPort).accountByEmail('super@shifa.example');
  if (!head) throw new Error('The demo network lacks its super admin');
  return head;
}

/** Acts as the account, with the permissions of its role. */
export function actorOf({ _id, name, role, laboratoryId }: Account): Actor {
  const identity = { userId: _id.toHexString(), name, role, laboratoryId: laboratoryId?.toHexString() ?? null };
  return new Actor({ ...identity, permissions: resolvePermissions(role), sessionId: '', mustChangePassword: false });
}

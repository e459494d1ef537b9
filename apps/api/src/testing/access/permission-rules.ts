import type { ErrorCode } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import type { UserRow } from '../../modules/staff/user.document';
import type { AccessWorld, Fault } from './access-world';
import { connected } from './live-access';

/** The rules that no single route shows: who may give what to whom, and from when on it counts. */
export async function permissionRuleFaults(world: AccessWorld): Promise<Fault[]> {
  const giver = await world.person('lab_admin', { 'inventory.stock': false });
  const staff = () => world.person('staff');
  return [
    ...(await refusal(world, giver, await staff(), { 'inventory.stock': true }, 'PERMISSION_NOT_HELD')),
    ...(await refusal(world, giver, giver, { 'inventory.view': false }, 'OWN_ACCOUNT')),
    ...(await refusal(
      world,
      giver,
      await world.person('lab_admin'),
      { 'inventory.view': false },
      'STAFF_BEYOND_REACH',
    )),
    ...(await refusal(
      world,
      giver,
      await world.person('staff', {}, { status: 'exited' }),
      { 'inventory.view': true },
      'STAFF_EXITED',
    )),
    ...(await lateness(world)),
  ];
}

async function refusal(
  world: AccessWorld,
  giver: UserRow,
  taker: UserRow,
  permissions: Record<string, boolean>,
  code: ErrorCode,
): Promise<Fault[]> {
  const agent = world.app.as({ token: await world.tokenOf(giver) });
  const userId = taker._id.toHexString();
  const alone = await agent.put(`/api/permissions/users/${userId}`).send({ permissions });
  const many = await agent.post('/api/permissions/bulk-update').send({ updates: [{ userId, permissions }] });
  const found = [
    (alone.body as { code?: string }).code,
    (many.body as { data?: { results: { fault: { code: string } | null }[] } }).data?.results[0]?.fault?.code,
  ];
  return found
    .filter((one) => one !== code)
    .map((one) => ({ route: 'permissions', caller: giver.role, found: `${one ?? 'no refusal'} instead of ${code}` }));
}

/** A permission that is taken away is gone from the next request, and from the next event. */
async function lateness(world: AccessWorld): Promise<Fault[]> {
  const admin = world.app.as({ token: await world.tokenOf(await world.person('super_admin')) });
  const manager = await world.person('manager', { 'staff.view': true });
  const manages = world.app.as({ token: await world.tokenOf(manager) });
  const client = await connected(world, manager);
  const heard: string[] = [];
  client.on('user:created', ({ name }) => heard.push(name));
  const create = () => admin.post('/api/staff').send(createStaffBody({ laboratoryId: world.home.toHexString() }));
  const asked = () => manages.get(`/api/staff/${manager._id.toHexString()}`);

  const before = [(await create()).status, (await asked()).status];
  await admin.put(`/api/permissions/users/${manager._id.toHexString()}`).send({ permissions: { 'staff.view': null } });
  const after = [(await create()).status, (await asked()).status];
  await client.emitWithAck('leave-laboratory', world.abroad.toHexString());
  client.close();
  const found = JSON.stringify([before, after, heard.length]);
  const expected = JSON.stringify([[201, 200], [201, 403], 1]);
  return found === expected
    ? []
    : [{ route: 'staff.get', caller: 'manager', found: `${found} instead of ${expected}` }];
}

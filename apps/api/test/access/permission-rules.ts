import type { ErrorCode } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import type { UserRow } from '../../src/modules/staff/user.document';
import type { AccessWorld, Violation } from './access-world';
import { connected } from './live-access';

/** Checks rules that involve more than one route: who may grant what to whom, and when a change takes effect. */
export async function permissionRuleViolations(world: AccessWorld): Promise<Violation[]> {
  const granter = await world.person('lab_admin', { 'inventory.stock': false });
  const staff = () => world.person('staff');
  return [
    ...(await refusal(world, granter, await staff(), { 'inventory.stock': true }, 'PERMISSION_NOT_HELD')),
    ...(await refusal(world, granter, granter, { 'inventory.view': false }, 'OWN_ACCOUNT')),
    ...(await refusal(
      world,
      granter,
      await world.person('lab_admin'),
      { 'inventory.view': false },
      'STAFF_BEYOND_REACH',
    )),
    ...(await refusal(
      world,
      granter,
      await world.person('staff', {}, { status: 'exited' }),
      { 'inventory.view': true },
      'STAFF_EXITED',
    )),
    ...(await delayedRevocation(world)),
  ];
}

async function refusal(
  world: AccessWorld,
  granter: UserRow,
  grantee: UserRow,
  permissions: Record<string, boolean>,
  code: ErrorCode,
): Promise<Violation[]> {
  const agent = world.app.as({ token: await world.tokenOf(granter) });
  const userId = grantee._id.toHexString();
  const alone = await agent.put(`/api/permissions/users/${userId}`).send({ permissions });
  const many = await agent.post('/api/permissions/bulk-update').send({ updates: [{ userId, permissions }] });
  const codes = [
    (alone.body as { code?: string }).code,
    (many.body as { data?: { results: { fault: { code: string } | null }[] } }).data?.results[0]?.fault?.code,
  ];
  return codes
    .filter((one) => one !== code)
    .map((one) => ({
      route: 'permissions',
      caller: granter.role,
      problem: `${one ?? 'no refusal'} instead of ${code}`,
    }));
}

/** A revoked permission must have no effect on the next request or the next event. */
async function delayedRevocation(world: AccessWorld): Promise<Violation[]> {
  const admin = world.app.as({ token: await world.tokenOf(await world.person('super_admin')) });
  const manager = await world.person('manager', { 'staff.view': true });
  const managerAgent = world.app.as({ token: await world.tokenOf(manager) });
  const client = await connected(world, manager);
  const received: string[] = [];
  client.on('user:created', ({ name }) => received.push(name));
  const create = () =>
    admin.post('/api/staff').send(createStaffBody({ laboratoryId: world.homeLaboratory.toHexString() }));
  const read = () => managerAgent.get(`/api/staff/${manager._id.toHexString()}`);

  const before = [(await create()).status, (await read()).status];
  await admin.put(`/api/permissions/users/${manager._id.toHexString()}`).send({ permissions: { 'staff.view': null } });
  const after = [(await create()).status, (await read()).status];
  await client.emitWithAck('leave-laboratory', world.otherLaboratory.toHexString());
  client.close();
  const actual = JSON.stringify([before, after, received.length]);
  const expected = JSON.stringify([[201, 200], [201, 403], 1]);
  return actual === expected
    ? []
    : [{ route: 'staff.get', caller: 'manager', problem: `${actual} instead of ${expected}` }];
}

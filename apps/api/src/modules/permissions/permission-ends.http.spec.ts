import type { AuditEntry, BulkAnswer, Failure, OwnPermissions, UserPermissions } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RequestLimits } from '../../platform/http/request-limits';
import { Clock } from '../../platform/time/clock';
import { notificationsOf } from '../../../test/notifications';
import { type Person, TestApp } from '../../../test/test-app';
import { dayAhead } from '../../../test/today';
import { ActorCache } from '../access/actor-cache';
import { noteEndedPermissions } from '../staff/migrations';
import type { UserRow } from '../staff/user.document';
import { PermissionEnds } from './permission-ends';

const UNTIL = '2026-12-08';

// The last day ends at midnight of the laboratory.
describe.each([
  { timezone: 'Asia/Kolkata', end: '2026-12-08T18:30:00.000Z' },
  { timezone: 'America/New_York', end: '2026-12-09T05:00:00.000Z' },
])('a permission with an end in a laboratory in $timezone', ({ timezone, end }) => {
  let app: TestApp;
  let head: Person;
  let labAdmin: Person;
  let there: { laboratoryId: UserRow['laboratoryId']; createdAt: Date };

  const at = (instant: string | number) =>
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(instant));
  const lastMoment = Date.parse(end) - 1;

  beforeAll(async () => {
    app = await TestApp.start();
    app.services.get(RequestLimits).lift();
    at('2026-12-07T06:00:00.000Z');
    const laboratory = await app.laboratory({ timezone });
    there = { laboratoryId: laboratory._id, createdAt: new Date('2026-12-07T06:00:00.000Z') };
    head = await app.person('super_admin', { createdAt: there.createdAt });
    labAdmin = await app.person('lab_admin', there);
  });
  beforeEach(() => {
    at('2026-12-07T06:00:00.000Z');
    // Who was remembered at a later time than that.
    app.services.get(ActorCache).invalidate([labAdmin.id]);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const set = (id: string, permissions: object, by = labAdmin) =>
    app.as(by).put(`/api/permissions/users/${id}`).send({ permissions });
  const timed = (allowed: boolean, until = UNTIL) => ({ allowed, until });
  const mine = async (person: Person) => {
    const answer = await app.as(person).get('/api/permissions/mine').expect(200);
    return (answer.body as { data: OwnPermissions }).data.permissions;
  };
  const staff = (overrides: Partial<UserRow> = {}) => app.person('staff', { ...there, ...overrides });

  it('has effect through its last day, and none with the first request after it', async () => {
    const person = await staff();
    await set(person.id, { 'inventory.view': timed(true), 'leave.view': timed(false) }).expect(200);
    const items = () => app.as(person).get('/api/inventory');
    const leaves = () => app.as(person).get('/api/attendance/leaves');
    at(lastMoment);
    await items().expect(200);
    await leaves().expect(403);
    const own = await mine(person);
    expect(own['inventory.view']).toMatchObject({
      allowed: true,
      until: UNTIL,
      reason: 'Granted to you until Dec 8.',
      given: { by: labAdmin.user.name },
    });
    expect(own['leave.view'].reason).toMatch(/^Revoked for you until Dec 8\. /);
    // One millisecond later, although the person was remembered just now.
    at(end);
    await items().expect(403);
    await leaves().expect(200);
    expect((await mine(person))['inventory.view']).toMatchObject({ allowed: false, source: 'role', given: null });
    const seen = await app.as(labAdmin).get(`/api/permissions/users/${person.id}`).expect(200);
    const { overrides, permissions } = (seen.body as { data: UserPermissions }).data;
    expect(overrides['inventory.view']).toEqual({ allowed: true, until: UNTIL, timezone });
    expect(permissions['inventory.view']).toMatchObject({ allowed: false, source: 'role' });
  });

  it('lets a deputy be named through its last day, and not after it', async () => {
    const [person, deputy, other] = [await staff(), await staff(), await staff()];
    const rights = { 'transactions.view': timed(true), 'transactions.approve': timed(true) };
    await set(person.id, rights).expect(200);
    const name = ({ id: deputyId }: Person, version: number) =>
      app.as(labAdmin).put(`/api/staff/${person.id}`).send({ deputyId, version });
    at(lastMoment);
    await app.confirm(labAdmin);
    await name(deputy, 2).expect(200);
    at(end);
    const refused = (await name(other, 3).expect(400)).body as Failure;
    expect(refused.errors[0]).toMatchObject({ field: 'deputyId' });
  });

  it('can be today, and not a day that is over', async () => {
    const person = await staff();
    at(lastMoment);
    await app.confirm(labAdmin);
    await set(person.id, { 'inventory.view': timed(true) }).expect(200);
    at(end);
    const refused = (await set(person.id, { 'inventory.edit': timed(true) }).expect(400)).body as Failure;
    expect(refused.errors).toEqual([
      expect.objectContaining({ field: 'permissions.inventory.edit.until', message: 'Must not be before Dec 9, 2026' }),
    ]);
    const updates = [
      { userId: (await staff()).id, permissions: { 'inventory.edit': true } },
      { userId: person.id, permissions: { 'inventory.edit': timed(true) } },
    ];
    const bulk = await app.as(labAdmin).post('/api/permissions/bulk-update').send({ updates }).expect(400);
    expect((bulk.body as Failure).errors).toMatchObject([{ field: 'updates.1.permissions.inventory.edit.until' }]);
    await set(person.id, { 'inventory.edit': timed(true, 'tomorrow') }).expect(400);
    at(Date.parse(end));
    const later = [{ userId: person.id, permissions: { 'inventory.edit': timed(true, '2026-12-09') } }];
    const answer = await app.as(labAdmin).post('/api/permissions/bulk-update').send({ updates: later }).expect(200);
    const [result] = (answer.body as { data: BulkAnswer }).data.results;
    expect(result?.changes).toEqual([
      expect.objectContaining({ after: expect.objectContaining({ allowed: true, until: '2026-12-09' }) as object }),
    ]);
  });

  it('is given by those who hold it as long, and taken back sooner only by those who hold it', async () => {
    const lent = await app.person('lab_admin', there);
    await set(lent.id, { 'reports.view': timed(true) }, head).expect(200);
    const person = await staff();
    await set(person.id, { 'reports.view': true }, lent).expect(403);
    await set(person.id, { 'reports.view': timed(true, '2026-12-09') }, lent).expect(403);
    await set(person.id, { 'reports.view': timed(true) }, lent).expect(200);
    // A denial that is to end gives the role's default back.
    const denied = await app.person('manager', { ...there, permissionOverrides: { 'inventory.edit': false } });
    const without = await app.person('lab_admin', { ...there, permissionOverrides: { 'inventory.edit': false } });
    await set(denied.id, { 'inventory.edit': timed(false) }, without).expect(403);
    await set(denied.id, { 'inventory.edit': timed(false) }).expect(200);
  });

  it('tells the holder and whoever gave it once that it has ended', async () => {
    const person = await staff();
    await set(person.id, { 'inventory.view': timed(true), 'inventory.stock': true }).expect(200);
    const told = async (who: Person) =>
      (await notificationsOf(app, who)).filter(
        ({ title, message }) => title === 'Permission ended' && (who === person || message.includes(person.user.name)),
      );
    const ends = app.services.get(PermissionEnds);
    at(lastMoment);
    await ends.run();
    for (const who of [person, labAdmin]) expect(await told(who)).toEqual([]);
    at(end);
    await ends.run();
    await ends.run();
    expect(await told(person)).toEqual([
      expect.objectContaining({
        message: '“Inventory: View” was granted until Dec 8, 2026. Your role decides again.',
        actionUrl: '/profile/permissions',
      }),
    ]);
    expect(await told(labAdmin)).toEqual([
      expect.objectContaining({
        message: `“Inventory: View” was granted until Dec 8, 2026 to ${person.user.name}. Their role decides again.`,
      }),
    ]);
    expect((await told(labAdmin))[0]?.actionUrl).toBe(`/staff/permissions/${person.id}`);
    // A new end is a new notice.
    await app.confirm(labAdmin);
    await set(person.id, { 'inventory.view': timed(true, '2026-12-09') }).expect(200);
    at(Date.parse(end) + 86_400_000);
    await ends.run();
    expect(await told(person)).toHaveLength(2);
  });

  it('that had ended before the upgrade is told to nobody, and one that ends later is', async () => {
    const until = dayAhead(30);
    const person = await staff({
      permissionOverrides: {
        'inventory.view': { allowed: true, until: '2020-01-31', timezone },
        'leave.view': { allowed: false, until, timezone },
        'inventory.stock': true,
      },
    });
    const connection = app.services.get<Connection>(getConnectionToken());
    for (let run = 0; run < 2; run += 1) await noteEndedPermissions.up(connection, new AbortController().signal);
    const told = async () => (await notificationsOf(app, person)).map(({ message }) => message);
    await app.services.get(PermissionEnds).run();
    expect(await told()).toEqual([]);
    at(dayAhead(32));
    await app.services.get(PermissionEnds).run();
    at('2026-12-07T06:00:00.000Z');
    expect(await told()).toEqual([expect.stringContaining('“Leave: View” was denied until')]);
  });

  it('is in the history with its end, and an undone end as well', async () => {
    const person = await staff();
    await set(person.id, { 'inventory.view': timed(true) }).expect(200);
    await set(person.id, { 'inventory.view': timed(true, '2026-12-31') }).expect(200);
    await set(person.id, { 'inventory.view': true }).expect(200);
    const answer = await app.as(head).get(`/api/staff/${person.id}/history`).expect(200);
    const changes = (answer.body as { data: AuditEntry[] }).data.flatMap((entry) => entry.changes);
    expect(changes.map(({ field }) => field)).toEqual([
      'permissionOverrides.inventory.view',
      'permissionOverrides.inventory.view.until',
      'permissionOverrides.inventory.view',
    ]);
    const notices = await app.as(person).get('/api/notifications').expect(200);
    expect(JSON.stringify(notices.body)).toContain('changed your permissions');
  });
});

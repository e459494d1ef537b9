import { permissions } from '@shifa/contract';
import type { Connection } from 'mongoose';
import type { SharedRedis } from '../../platform/redis/shared-redis';
import { Caches } from '../../platform/cache/caches';
import { AUDIT_MODEL, type AuditRow, auditSchema } from '../../platform/audit/audit.document';
import { DocumentNames } from '../../platform/audit/document-names';
import { AuditLog } from '../../platform/audit/audit-log';
import { AuditRepository } from '../../platform/audit/audit.repository';
import { DomainEvents } from '../../platform/events/domain-events';
import { Actor } from '../../platform/domain/actor';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Realtime } from '../../platform/realtime/realtime';
import { RecordsFactory } from '../../platform/records/records';
import { Clock } from '../../platform/time/clock';
import { commandsOf, costOf } from '../../../test/explain';
import { TestApp } from '../../../test/test-app';
import { connect } from '../../../test/test-database';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { LABORATORY_MODEL, type LaboratoryRow, laboratorySchema } from '../laboratories/laboratory.document';
import { LaboratoryRepository } from '../laboratories/laboratory.repository';
import { Absences, Deputies } from '../staff/deputies';
import { staffRecords } from '../staff/staff-records';
import {
  PREFERENCES_MODEL,
  PreferencesRepository,
  type PreferencesRow,
  preferencesSchema,
} from '../staff/preferences.repository';
import { StaffPort } from '../staff/staff.port';
import { USER_MODEL, type UserRow, userSchema } from '../staff/user.document';
import { UserRepository } from '../staff/user.repository';
import { PermissionService } from './permission.service';

const HERE = 60;
const ELSEWHERE = 240;

// Creating this many people takes a while on a busy machine.
jest.setTimeout(60_000);

/** What permissions ask of the database, with the very commands that are sent. */
describe('permissions of many people', () => {
  let app: TestApp;
  let connection: Connection;
  let staff: StaffPort;
  let service: PermissionService;
  let actor: Actor;
  let laboratory: LaboratoryRow & { id: string };

  beforeAll(async () => {
    app = await TestApp.start();
    connection = await connect(app.mongodbUri);
    const clock = new Clock();
    const events = new DomainEvents();
    const unitOfWork = new UnitOfWork(connection, events);
    const audit = new AuditLog(new AuditRepository(connection.model<AuditRow>(AUDIT_MODEL, auditSchema)), clock);
    const users = new UserRepository(connection.model<UserRow>(USER_MODEL, userSchema));
    const laboratories = new LaboratoryRepository(connection.model<LaboratoryRow>(LABORATORY_MODEL, laboratorySchema));
    const port = new LaboratoriesPort(laboratories, new Caches(new Clock()));
    const factory = new RecordsFactory(unitOfWork, audit, clock, events, new Realtime(), new DocumentNames());
    // Remembers nothing, as while the Redis of several processes cannot be reached.
    const redis = { isReachable: false, client: { on: () => undefined } } as unknown as SharedRedis;
    const caches = new Caches(clock, redis);
    const deputies = new Deputies(users, port, new Absences(), clock, caches);
    const preferences = new PreferencesRepository(
      connection.model<PreferencesRow>(PREFERENCES_MODEL, preferencesSchema),
    );
    staff = new StaffPort(users, await staffRecords.useFactory(factory, users, port), deputies, clock, preferences);
    service = new PermissionService(staff, deputies, port, unitOfWork, audit, clock);
    laboratory = await app.laboratory();
    const other = await app.laboratory();
    const places = [
      ...Array<typeof laboratory>(HERE).fill(laboratory),
      ...Array<typeof laboratory>(ELSEWHERE).fill(other),
    ];
    for (const { _id: laboratoryId } of places) await app.user('staff', { laboratoryId });
    actor = new Actor({
      userId: 'a'.repeat(24),
      name: 'Asha',
      role: 'super_admin',
      laboratoryId: null,
      sessionId: 's',
      mustChangePassword: false,
      permissions: Object.fromEntries(
        permissions.map((permission) => [permission, { allowed: true, scope: 'all', source: 'role' }]),
      ) as Actor['permissions'],
    });
  });
  afterAll(async () => {
    await connection.close();
    await app.close();
  });

  it('are a page of a laboratory by name, found through an index', async () => {
    const query = { laboratoryId: laboratory.id, page: 2, limit: 20 };
    const { items: rows, total } = await service.laboratory(actor, laboratory.id, query);
    expect([rows.length, total]).toEqual([20, HERE]);
    const cost = await costOf(connection, () => staff.pageOfLaboratory(actor.scope('permissions.view'), query));
    expect(cost.stages).not.toContain('COLLSCAN');
    expect(cost.returned).toBe(20);
    // Whoever works elsewhere is not looked at.
    expect(cost.examined).toBeLessThanOrEqual(HERE);
  });

  it('are changed with as many commands for fifty people as for two', async () => {
    const commandsFor = async (count: number): Promise<string[]> => {
      const rows = await connection.collection<UserRow>('users').find().limit(count).toArray();
      const granted = rows[0]?.permissionOverrides['staff.view'] !== true;
      const updates = rows.map(({ _id }) => ({ userId: _id.toHexString(), permissions: { 'staff.view': granted } }));
      return commandsOf(connection, async () => {
        expect(await service.bulk(actor, { updates, dryRun: false })).toMatchObject({ applied: true });
      });
    };
    const two = await commandsFor(2);
    // The people, and those who have named any of them as their deputy.
    expect(two).toEqual(['find', 'find', 'update', 'insert', 'commitTransaction']);
    expect(await commandsFor(50)).toEqual(two);
  });

  it('are held by people who are found with one command, or two while a deputy acts', async () => {
    const { _id: laboratoryId } = laboratory;
    const holders = () => staff.holdersIn('leave.approve', laboratoryId);
    const [admin] = [await app.user('lab_admin', { laboratoryId }), await app.user('staff', { laboratoryId })];
    const cost = await costOf(connection, holders);
    expect(cost.stages).not.toContain('COLLSCAN');
    expect(cost.examined).toBeLessThanOrEqual(HERE + 10);
    expect(await commandsOf(connection, holders)).toEqual(['find']);
    const names = async () => (await holders()).ofLaboratory.map(({ name }) => name);
    expect(await names()).toEqual([admin.name]);

    const deputy = await app.user('staff', { laboratoryId });
    const confirmed = { by: { _id: admin._id, name: admin.name }, at: new Date() };
    const naming = { deputy: { _id: deputy._id, name: deputy.name, influences: [], confirmed } };
    await app.user('manager', { laboratoryId, ...naming, status: 'suspended' });
    expect(await commandsOf(connection, holders)).toEqual(['find', 'find']);
    expect(await names()).toEqual([admin.name, deputy.name]);
  });
});

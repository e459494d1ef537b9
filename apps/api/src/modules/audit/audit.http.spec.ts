import { auditEntities, type AuditEntity, type AuditLogEntry } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AuditLog } from '../../platform/audit/audit-log';
import { isDeclared } from '../../platform/audit/audited-fields';
import { seedDemoNetwork } from '../../../demo/demo-network';
import { newId, type ObjectId, objectId } from '../../platform/domain/object-id';
import { type Person, TestApp } from '../../../test/test-app';

describe('the audit log', () => {
  let app: TestApp;
  let admin: Person;
  let labAdmin: Person;
  let kolkata: ObjectId;
  let dubai: ObjectId;
  const item = newId();

  beforeAll(async () => {
    app = await TestApp.start();
    kolkata = (await app.laboratory({ code: 'AUK' }))._id;
    dubai = (await app.laboratory({ code: 'AUD' }))._id;
    admin = await app.person('super_admin');
    labAdmin = await app.person('lab_admin', { laboratoryId: kolkata });
    const log = app.services.get(AuditLog);
    const by = { userId: labAdmin.id, name: 'Asha Rao' };
    const base = { actor: by, entity: 'inventory', entityId: item, laboratoryId: kolkata } as const;
    await log.record(
      {
        ...base,
        action: 'inventory.created',
        before: null,
        after: { name: 'Gloves' },
        at: new Date('2026-05-01T10:00:00Z'),
      },
      {
        ...base,
        action: 'inventory.updated',
        before: { name: 'Gloves', minQuantity: 5 },
        after: { name: '=Gloves', minQuantity: 10 },
        at: new Date('2026-05-02T10:00:00Z'),
      },
      // 00:30 on 4 May in Kolkata.
      {
        ...base,
        actor: null,
        action: 'leave.updated',
        entity: 'leave',
        before: { status: 'pending' },
        after: { status: 'expired' },
        at: new Date('2026-05-03T19:00:00Z'),
      },
      {
        ...base,
        laboratoryId: dubai,
        action: 'inventory.updated',
        before: { laboratoryId: kolkata, name: 'Secret of Kolkata' },
        after: { laboratoryId: dubai, name: 'Masks' },
        at: new Date('2026-05-02T11:00:00Z'),
      },
    );
  });
  afterAll(() => app.close());

  const may = 'from=2026-05-01&to=2026-05-31';
  const list = async (person: Person, query: string) => {
    const response = await app.as(person).get(`/api/audit?${query}`).expect(200);
    return response.body as { data: AuditLogEntry[]; pagination: { total: number } };
  };
  const actionsOf = async (person: Person, query: string) =>
    (await list(person, query)).data.map(({ action, laboratory }) => `${laboratory?.code ?? ''} ${action}`);

  it('has every laboratory for a super admin, newest first, and one’s own for a lab admin', async () => {
    const own = ['AUK leave.updated', 'AUK inventory.updated', 'AUK inventory.created'];
    expect(await actionsOf(admin, may)).toEqual([own[0], 'AUD inventory.updated', ...own.slice(1)]);
    expect(await actionsOf(labAdmin, may)).toEqual(own);
    expect(await actionsOf(labAdmin, `${may}&laboratoryId=${dubai.toHexString()}`)).toEqual([]);
    expect(await actionsOf(admin, `${may}&laboratoryId=${dubai.toHexString()}`)).toEqual(['AUD inventory.updated']);
  });

  it('names each changed field with its value before and after, and the system where nobody acted', async () => {
    const { data } = await list(labAdmin, may);
    expect(data[0]).toMatchObject({ by: null, entity: 'leave' });
    expect(data[1]).toMatchObject({ by: { _id: labAdmin.id, name: 'Asha Rao' }, entityId: item.toHexString() });
    expect(data[1]?.changes).toEqual([
      { field: 'name', before: 'Gloves', after: '=Gloves' },
      { field: 'minQuantity', before: 5, after: 10 },
    ]);
  });

  it('names the document, where the reader may see it now', async () => {
    const person = await app.person('staff', { laboratoryId: dubai, name: 'Ravi Iyer' });
    const about = { actor: null, action: 'user.updated', entity: 'user', entityId: objectId(person.id) } as const;
    const at = new Date('2026-06-02T10:00:00Z');
    // They have moved since then.
    await app.services.get(AuditLog).record({ ...about, laboratoryId: kolkata, before: null, after: null, at });
    const june = 'from=2026-06-01&to=2026-06-30';
    expect((await list(admin, june)).data.map(({ name }) => name)).toEqual(['Ravi Iyer']);
    expect((await list(labAdmin, june)).data.map(({ name }) => name)).toEqual([null]);
    expect((await list(admin, may)).data.map(({ name }) => name)).toEqual([null, null, null, null]);
  });

  describe('whose reader may not see everything', () => {
    const july = 'from=2026-07-01&to=2026-07-31';
    const secrets = ['123456', '+91 98300 12345', 'Surgery', '777', 'salary note', 'undeclared'];
    let reader: Person;

    beforeAll(async () => {
      const at = new Date('2026-07-02T10:00:00Z');
      const of = (entity: AuditEntity, after: object) => {
        const about = { actor: null, action: `${entity}.created`, entity, entityId: newId(), laboratoryId: kolkata };
        return { ...about, before: null, after, at };
      };
      await app.services
        .get(AuditLog)
        .record(
          of('transaction', { amountPaise: 123_456, type: 'income' }),
          of('user', { phone: '+91 98300 12345', permissionOverrides: { 'staff.view': true } }),
          of('leave', { reason: 'Surgery' }),
          of('inventory', { unitCostPaise: 777, secret: 'salary note' }),
          of('something-new' as AuditEntity, { value: 'undeclared' }),
        );
      reader = await app.person('lab_admin', {
        laboratoryId: kolkata,
        permissionOverrides: Object.fromEntries(
          ['transactions', 'staff', 'leave', 'inventory', 'permissions'].map((resource) => [`${resource}.view`, false]),
        ),
      });
    });

    it('shows no field of an entity that the reader may not see, on the screen and in the file', async () => {
      const { data, pagination } = await list(reader, july);
      expect(pagination.total).toBe(5);
      expect(data.flatMap(({ changes }) => changes)).toEqual([]);
      const file = await app.as(reader).get(`/api/audit/export?${july}&format=csv`).expect(200);
      for (const secret of secrets) expect(file.text).not.toContain(secret);
    });

    it('shows the declared fields to those who may see the entity', async () => {
      const { data } = await list(labAdmin, july);
      const shown = Object.fromEntries(data.map(({ entity, changes }) => [entity, changes.map(({ field }) => field)]));
      expect(shown).toEqual({
        transaction: ['amountPaise', 'type'],
        user: ['phone', 'permissionOverrides'],
        leave: ['reason'],
        inventory: ['unitCostPaise'],
        'something-new': [],
      });
    });

    it('shows amounts of no laboratory to a super admin who may not see transactions', async () => {
      const everywhere = await app.person('super_admin', { permissionOverrides: { 'transactions.view': false } });
      const shown = (await list(everywhere, july)).data.find(({ entity }) => entity === 'transaction');
      expect(shown?.changes).toEqual([]);
    });

    it('has no field of the demo network without a rule', async () => {
      await seedDemoNetwork(app.services);
      const rows = app.services.get<Connection>(getConnectionToken()).collection('audit').find();
      const undeclared = new Set<string>();
      for await (const { entity, changes } of rows as AsyncIterable<{ entity: string; changes: { field: string }[] }>) {
        for (const { field } of changes) if (!isDeclared(entity, field)) undeclared.add(`${entity}.${field}`);
      }
      expect([...undeclared].toSorted()).toEqual(['inventory.secret', 'something-new.value']);
    }, 120_000);

    it('names the documents of the demo network, whatever they are about', async () => {
      const unnamed = new Set<string>();
      for (const entity of auditEntities) {
        const { data } = await list(admin, `entity=${entity}&limit=100`);
        if (data.some(({ name }) => name === null)) unnamed.add(entity);
      }
      // A publication has its number among what was recorded.
      expect([...unnamed]).toEqual(['roster-publication']);
    });
  });

  it('does not show what a document was in another laboratory', async () => {
    const there = await app.person('lab_admin', { laboratoryId: dubai });
    const [entry] = (await list(there, may)).data;
    expect(entry?.changes).toContainEqual({ field: 'name', after: 'Masks' });
    expect(JSON.stringify(entry)).not.toContain('Secret of Kolkata');
  });

  it.each([
    ['who', () => `by=${labAdmin.id}`, 2],
    ['what it is about', () => 'entity=leave', 1],
    ['the document', () => `entityId=${item.toHexString()}`, 3],
    ['the action', () => 'action=inventory.created', 1],
    ['nothing else', () => '', 3],
  ])('is filtered by %s', async (_, filter, count) => {
    expect((await list(labAdmin, `${may}&${filter()}`)).pagination.total).toBe(count);
  });

  it('counts days by the clocks of the network', async () => {
    expect(await actionsOf(labAdmin, 'from=2026-05-04&to=2026-05-04')).toEqual(['AUK leave.updated']);
    expect(await actionsOf(labAdmin, 'from=2026-05-03&to=2026-05-03')).toEqual([]);
  });

  it('is given in pages', async () => {
    const { data, pagination } = await list(labAdmin, `${may}&limit=2&page=2`);
    expect(data.map(({ action }) => action)).toEqual(['inventory.created']);
    expect(pagination).toMatchObject({ page: 2, limit: 2, total: 3 });
    expect((await list(labAdmin, `${may}&limit=100&page=9999`)).data).toEqual([]);
  });

  it('is exported with a line per field, without formulas', async () => {
    const response = await app.as(labAdmin).get(`/api/audit/export?${may}&format=csv`).expect(200);
    const lines = response.text.replace('\uFEFF', '').trim().split(/\r?\n/);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('When,Who,Laboratory,What,Name,Id,Action,Field,Before,After');
    expect(lines[2]).toContain('Asha Rao,AUK,Inventory item');
    expect(lines[2]).not.toContain(',=Gloves');
    const june = await app.as(admin).get('/api/audit/export?from=2026-06-01&to=2026-06-30&format=csv').expect(200);
    expect(june.text).toContain(',Person,Ravi Iyer,');
    expect(response.headers['content-disposition']).toContain('audit-');
  });

  it.each(['manager', 'staff'] as const)('is closed to a %s', async (role) => {
    const person = await app.person(role, { laboratoryId: kolkata });
    await app.as(person).get('/api/audit').expect(403);
    await app.as(person).get('/api/audit/export').expect(403);
  });
});

import { noticesOf, notificationsOf } from '../../../test/notifications';
import { type Person, TestApp } from '../../../test/test-app';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { StaffPort } from '../staff/staff.port';
import { CredentialNotices } from './credential.notices';
import { Escalations, URGENT_UNREAD_HOURS } from './escalations';
import { Notices } from './notices';

const HOUR = 3_600_000;

describe('notices that the clock sends', () => {
  let app: TestApp;
  const start = Date.now();
  const setClock = (hours: number) =>
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(start + hours * HOUR));

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  describe('of what is urgent and unread', () => {
    const escalate = () => app.services.get(Escalations).run();
    const unreadBy = ({ user }: Person) => `warning: Unread by ${user.name}: Freezer 1 is warm: It is above −15 °C.`;

    async function send(person: Person): Promise<void> {
      const to = await app.services.get(StaffPort).findPeople(LabScope.everywhere(), [person.id]);
      const notice = {
        actor: null,
        to,
        laboratoryId: person.user.laboratoryId,
        type: 'warning',
        priority: 'urgent',
        title: 'Freezer 1 is warm',
        message: 'It is above −15 °C.',
        action: { label: 'Open', path: '/inventory' },
        permission: 'inventory.stock',
      } as const;
      await app.services.get(UnitOfWork).run(() => app.services.get(Notices).send(notice));
    }

    const mayAct = { 'inventory.view': true, 'inventory.stock': true };
    const escalated = async () => {
      setClock(URGENT_UNREAD_HOURS + 0.1);
      await escalate();
      jest.restoreAllMocks();
    };
    const asDeputy = ({ user: { _id, name } }: Person) => ({ deputy: { _id, name, influences: [] } });

    it('reach the next role once, and nobody before the hours have passed', async () => {
      const { _id: laboratoryId } = await app.laboratory();
      const [person, manager, labAdmin] = [
        await app.person('staff', { laboratoryId }),
        await app.person('manager', { laboratoryId }),
        await app.person('lab_admin', { laboratoryId }),
      ];
      await send(person);
      setClock(URGENT_UNREAD_HOURS - 0.1);
      await escalate();
      expect(await noticesOf(app, manager)).toEqual([]);
      setClock(URGENT_UNREAD_HOURS + 0.1);
      await Promise.all([escalate(), escalate()]);
      await escalate();
      setClock(3 * URGENT_UNREAD_HOURS);
      await escalate();
      jest.restoreAllMocks();
      expect(await noticesOf(app, manager)).toEqual([unreadBy(person)]);
      expect(await noticesOf(app, labAdmin)).toEqual([]);
    });

    it('reach the deputy instead, and nobody if they were read', async () => {
      const { _id: laboratoryId } = await app.laboratory();
      const deputy = await app.person('staff', { laboratoryId, permissionOverrides: mayAct });
      const [absent, present] = [
        await app.person('staff', { laboratoryId, ...asDeputy(deputy) }),
        await app.person('staff', { laboratoryId, ...asDeputy(deputy) }),
      ];
      await send(absent);
      await send(present);
      await app.as(present).patch('/api/notifications/read-all').send({}).expect(200);
      await escalated();
      expect(await noticesOf(app, deputy)).toEqual([unreadBy(absent)]);
    });

    it('reach the next role if the deputy has moved to another laboratory', async () => {
      const [{ _id: laboratoryId }, other] = [await app.laboratory(), await app.laboratory()];
      const deputy = await app.person('staff', { laboratoryId: other._id, permissionOverrides: mayAct });
      const person = await app.person('staff', { laboratoryId, ...asDeputy(deputy) });
      const manager = await app.person('manager', { laboratoryId });
      await send(person);
      await escalated();
      expect(await noticesOf(app, deputy)).toEqual([]);
      expect(await noticesOf(app, manager)).toEqual([unreadBy(person)]);
    });

    it.each(['inventory.view', 'inventory.stock'] as const)(
      'reach the next role if the deputy lacks %s',
      async (lacking) => {
        const { _id: laboratoryId } = await app.laboratory();
        const deputy = await app.person('staff', {
          laboratoryId,
          permissionOverrides: { ...mayAct, [lacking]: false },
        });
        const person = await app.person('staff', { laboratoryId, ...asDeputy(deputy) });
        const manager = await app.person('manager', { laboratoryId });
        await send(person);
        await escalated();
        expect(await noticesOf(app, deputy)).toEqual([]);
        expect(await noticesOf(app, manager)).toEqual([unreadBy(person)]);
      },
    );

    it('pass those who lack the permission or do not want them, and reach the next who can act on them', async () => {
      const { _id: laboratoryId } = await app.laboratory();
      const manager = await app.person('manager', { laboratoryId, permissionOverrides: { 'inventory.view': false } });
      const preferences = { notifications: { muted: ['warning' as const], quietHours: null } };
      const deaf = await app.person('manager', { laboratoryId, preferences });
      const labAdmin = await app.person('lab_admin', { laboratoryId });
      const person = await app.person('staff', { laboratoryId });
      await send(person);
      await send(labAdmin);
      await app.as(labAdmin).patch('/api/notifications/read-all').send({}).expect(200);
      await escalated();
      expect(await noticesOf(app, manager)).toEqual([]);
      expect(await noticesOf(app, deaf)).toEqual([]);
      expect((await noticesOf(app, labAdmin))[0]).toEqual(unreadBy(person));
    });

    it('reach someone of a lower role where nobody above can act on them', async () => {
      const { _id: laboratoryId } = await app.laboratory();
      const [labAdmin, manager] = [
        await app.person('lab_admin', { laboratoryId }),
        await app.person('manager', { laboratoryId }),
      ];
      await send(labAdmin);
      await escalated();
      expect(await noticesOf(app, manager)).toEqual([unreadBy(labAdmin)]);
    });

    it('tell those who answer for the laboratory that nobody can act on them', async () => {
      const { _id: laboratoryId } = await app.laboratory();
      const permissionOverrides = { 'inventory.view': false };
      const manager = await app.person('manager', { laboratoryId });
      const labAdmin = await app.person('lab_admin', { laboratoryId, permissionOverrides });
      await send(manager);
      await escalated();
      expect(await noticesOf(app, labAdmin)).toEqual([
        `system: No one can act on: Freezer 1 is warm: ${manager.user.name} hasn't read it, and no one else has the permission “Inventory: Move stock” and can open it. Give it to someone. It is above −15 °C.`,
      ]);
      const head = await app.person('super_admin', { permissionOverrides });
      const alone = await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id });
      await send(alone);
      await escalated();
      expect((await noticesOf(app, head))[0]).toContain('No one can act on: Freezer 1 is warm');
    });
  });

  describe('of licences that expire', () => {
    const run = () => app.services.get(CredentialNotices).run();
    const dayIn = (days: number) => new Date(start + days * 24 * HOUR).toISOString().slice(0, 10);

    it('come 60, 30 and 7 days ahead, once each, to those who manage the laboratory', async () => {
      const licence = { body: 'Health Authority', number: 'HA-1', validUntil: dayIn(60) };
      const laboratory = await app.laboratory({ name: 'Park Street', timezone: 'UTC', licence });
      const labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
      const staff = await app.person('staff', { laboratoryId: laboratory._id });
      for (const days of [0, 0, 1, 29, 30, 31, 53, 54, 60, 61]) {
        setClock(days * 24);
        await run();
      }
      jest.restoreAllMocks();
      const titles = (await notificationsOf(app, labAdmin)).map(({ title, priority }) => `${priority}: ${title}`);
      expect(titles).toEqual([
        'high: Park Street: licence expires in 7 days',
        'medium: Park Street: licence expires in 30 days',
        'medium: Park Street: licence expires in 60 days',
      ]);
      expect(await noticesOf(app, staff)).toEqual([]);
    });

    it('come also where those of another laboratory cannot be sent', async () => {
      const licence = { body: 'Health Authority', number: 'HA-2', validUntil: dayIn(1) };
      const laboratories = [await app.laboratory({ licence }), await app.laboratory({ licence })];
      const labAdmins: Person[] = [];
      for (const { _id } of laboratories) labAdmins.push(await app.person('lab_admin', { laboratoryId: _id }));
      const reminded = async () => {
        const notices = await Promise.all(labAdmins.map((labAdmin) => noticesOf(app, labAdmin)));
        return notices.filter(({ length }) => length > 0).length;
      };
      const spy = jest.spyOn(app.services.get(Notices), 'sendToHolders');
      spy.mockRejectedValueOnce(new Error('One is broken'));
      await run();
      expect(await reminded()).toBe(1);
      await run();
      expect(await reminded()).toBe(2);
    });

    it('start with the nearest one, also after a time without a server', async () => {
      const accreditation = { body: 'NABL', number: 'MC-1', validUntil: dayIn(1) };
      const laboratory = await app.laboratory({ name: 'Salt Lake', timezone: 'UTC', accreditation });
      const labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
      await run();
      await run();
      expect((await notificationsOf(app, labAdmin)).map(({ title }) => title)).toEqual([
        'Salt Lake: accreditation expires tomorrow',
      ]);
    });
  });
});

import {
  type Failure,
  fieldSetters,
  type Laboratory,
  laboratorySetters,
  type StaffMember,
  staffSetters,
  UpdateLaboratoryBody,
  UpdateStaffBody,
} from '@shifa/contract';
import { type Person, TestApp } from '../../../test/test-app';

const OWN_WORK = 'This affects your own work. Only super admins can change it.';

const shift = { start: '11:00', end: '12:00', breakMinutes: 0, weekdays: [1], graceLateMinutes: 240 };

/** Another valid value of each field. A field without one fails the test. */
const otherOfPerson: Record<string, unknown> = {
  name: 'Renamed',
  email: 'renamed@shifa.example',
  phone: '+91 98300 11272',
  role: 'staff',
  department: 'Elsewhere',
  designation: 'Director',
  skills: ['Microbiology'],
  laboratoryId: null,
  employmentType: 'consultant',
  joiningDate: '2001-01-01',
  shift,
  emergencyContact: { name: 'Nila Rao', phone: '+91 98300 11273', relation: '' },
  status: 'suspended',
  deputyId: null,
  deputyActs: true,
};

const otherOfLaboratory: Record<string, unknown> = {
  name: 'Renamed',
  code: 'OTHER-1',
  type: 'mobile_unit',
  'location.address': '1 Park Street',
  'location.city': 'Durgapur',
  'location.state': 'West Bengal',
  'location.pincode': '713201',
  'location.coordinates': { latitude: 1, longitude: 1 },
  contact: { phone: '+91 33 9999 0000', email: null },
  timezone: 'Pacific/Pago_Pago',
  weeklyOff: [1, 2],
  workingHours: { start: '11:00', end: '12:00' },
  holidays: [{ date: '2026-03-02', name: 'Mine' }],
  licence: { body: 'State', number: '1', validUntil: '2030-01-01' },
  accreditation: { body: 'NABL', number: '1', validUntil: '2030-01-01' },
  'policies.attendance.graceLateMinutes': 240,
  'policies.attendance.halfDayBelowMinutes': 0,
  'policies.attendance.overtimeAfterMinutes': 0,
  'policies.attendance.fenceRadiusMetres': 5000,
  'policies.attendance.casualLeaveDays': 366,
  'policies.attendance.sickLeaveDays': 366,
  'policies.attendance.earnedLeaveDays': 366,
  'policies.finance.approvalLimitPaise': 9_000_000,
  'policies.finance.backdatedAfterDays': 90,
  'policies.finance.billTolerancePercent': 20,
  'policies.finance.billTolerancePaise': 900_000,
  'policies.inventory.expiryWarningDays': 60,
  'policies.inventory.expiryUrgentDays': 5,
  'policies.inventory.escalateAfterDays': 9,
  'policies.inventory.writeOffLimitPaise': 900_000,
  'policies.purchasing.approvalLimitPaise': 9_000_000,
  'policies.purchasing.overDeliveryPercent': 20,
  'policies.purchasing.shortShelfLifeDays': 90,
  'policies.roster.leave': 'ignore',
  'policies.roster.holiday': 'ignore',
  'policies.roster.overlap': 'ignore',
  'policies.roster.otherLaboratory': 'ignore',
  'policies.roster.skill': 'ignore',
  'policies.roster.rest': 'ignore',
  'policies.roster.minRestHours': 8,
  'policies.roster.nights': 'ignore',
  'policies.roster.maxNightsInARow': 7,
  'policies.roster.days': 'ignore',
  'policies.roster.maxDaysInARow': 7,
  'policies.roster.hours': 'ignore',
  'policies.roster.maxWeekHours': 60,
  status: 'suspended',
};

const namesOf = (shape: object) => Object.keys(shape).filter((field) => field !== 'version');

it('every field that can be edited says who sets it', () => {
  expect(Object.keys(staffSetters).sort()).toEqual(namesOf(UpdateStaffBody.shape).sort());
  expect(Object.keys(laboratorySetters).sort()).toEqual(namesOf(UpdateLaboratoryBody.shape).sort());
  expect(Object.keys(otherOfPerson).sort()).toEqual(
    fieldSetters(staffSetters)
      .map(([path]) => path)
      .sort(),
  );
  expect(Object.keys(otherOfLaboratory).sort()).toEqual(
    fieldSetters(laboratorySetters)
      .map(([path]) => path)
      .sort(),
  );
});

describe('what concerns the editor’s own work', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: Awaited<ReturnType<TestApp['laboratory']>>;
  let labAdmin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterAll(() => app.close());

  const put = (person: Person, path: string, body: object) => app.as(person).put(`/api/${path}`).send(body);
  const read = async <Data>(person: Person, path: string): Promise<Data> => {
    const response = await app.as(person).get(`/api/${path}`).expect(200);
    return (response.body as { data: Data }).data;
  };

  it.each(fieldSetters(staffSetters))('the field %s of the own account is set by: %s', async (field, setter) => {
    const path = `staff/${labAdmin.id}`;
    const before = await read<StaffMember>(labAdmin, path);
    expect(before.workLockedReason).toBe(OWN_WORK);
    const response = await put(labAdmin, path, { [field]: otherOfPerson[field], version: before.version });
    if (setter === 'editor') {
      expect(response.status).toBe(200);
      return;
    }
    expect(response.status).toBe(403);
    const { code, errors } = response.body as Failure;
    expect([code, errors.map((error) => error.field)]).toEqual([
      setter === 'above' ? 'OWN_WORK' : 'OWN_ACCOUNT',
      [field],
    ]);
    expect(await read(labAdmin, path)).toEqual(before);
    if (setter === 'above')
      await put(admin, path, { [field]: otherOfPerson[field], version: before.version }).expect(200);
  });

  it.each(fieldSetters(laboratorySetters))(
    'the field %s of the own laboratory is set by: %s',
    async (field, setter) => {
      const path = `laboratories/${laboratory.id}`;
      const before = await read<Laboratory>(labAdmin, path);
      const change = changeOf(before, field, otherOfLaboratory[field]);
      const response = await put(labAdmin, path, { ...change, version: before.version });
      if (setter === 'editor') {
        expect(response.status).toBe(200);
        return;
      }
      expect(response.status).toBe(403);
      const [code, message] =
        setter === 'above' ? ['OWN_WORK', OWN_WORK] : ['FORBIDDEN', 'Only a super admin can change this'];
      expect(response.body).toMatchObject({ code, errors: [{ field, message }] });
      expect(await read(labAdmin, path)).toEqual(before);
      if (setter === 'above') await put(admin, path, { ...change, version: before.version }).expect(200);
    },
  );

  it('may be sent along unchanged', async () => {
    const path = `laboratories/${laboratory.id}`;
    const { timezone, policies, holidays, workingHours, version } = await read<Laboratory>(admin, path);
    await put(labAdmin, path, { timezone, policies, holidays, workingHours, version }).expect(200);
  });

  it('cannot be set through a change of many people, and not by a manager who may edit people', async () => {
    const body = { ids: [labAdmin.id], action: 'shift', shift };
    const bulk = await app.as(labAdmin).post('/api/staff/bulk-update').send(body).expect(200);
    expect(bulk.body).toMatchObject({ data: { applied: false } });
    const permissionOverrides = {
      'staff.view': true,
      'staff.edit': true,
      'laboratories.view': true,
      'laboratories.edit': true,
    };
    const manager = await app.person('manager', { laboratoryId: laboratory._id, permissionOverrides });
    const own = await put(manager, `staff/${manager.id}`, { shift, version: 1 }).expect(403);
    expect((own.body as Failure).message).toBe(
      'This affects your own work. Only super admins and lab admins can change it.',
    );
    const { version, policies } = await read<Laboratory>(admin, `laboratories/${laboratory.id}`);
    const attendance = { ...policies.attendance, graceLateMinutes: 1 };
    const change = { policies: { ...policies, attendance }, version };
    await put(manager, `laboratories/${laboratory.id}`, change).expect(403);
  });

  it('of a super admin is set by another one, unless there is no other', async () => {
    const change = { designation: 'Founder', version: 1 };
    await put(admin, `staff/${admin.id}`, change).expect(200);
    const second = await app.person('super_admin');
    const refused = await put(second, `staff/${second.id}`, change).expect(403);
    expect(refused.body).toMatchObject({
      code: 'OWN_WORK',
      message: 'This affects your own work. Only another super admin can change it.',
    });
    await put(admin, `staff/${second.id}`, change).expect(200);
  });
});

/** The whole top-level field with the value at the path. */
function changeOf(source: object, path: string, value: unknown): object {
  const [field = '', ...rest] = path.split('.');
  if (rest.length === 0) return { [field]: value };
  const inner = (source as Record<string, object>)[field] ?? {};
  return { [field]: { ...inner, ...changeOf(inner, rest.join('.'), value) } };
}

import { createStaffBody } from '@shifa/contract/testing';
import { LabScope } from '../../platform/domain/lab-scope';
import { type Person, TestApp } from '../../../test/test-app';
import { UserRepository } from './user.repository';

const ROUNDS = 8;

describe('a laboratory that is archived while somebody joins it', () => {
  let app: TestApp;
  let admin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  const joins: [string, (laboratoryId: string) => Promise<number>][] = [
    [
      'created',
      async (laboratoryId) => (await app.as(admin).post('/api/staff').send(createStaffBody({ laboratoryId }))).status,
    ],
    [
      'resumed',
      async (laboratoryId) => {
        const users = app.services.get(UserRepository);
        const someone = await users.findOne(LabScope.ofLaboratory(laboratoryId), { status: 'suspended' });
        const ids = [someone?._id.toHexString()];
        return (await app.as(admin).post('/api/staff/bulk-update').send({ ids, action: 'resume' })).status;
      },
    ],
  ];

  it.each(joins)('never keeps an active person who was %s', async (_, join) => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { _id, id } = await app.laboratory();
      await app.user('staff', { laboratoryId: _id, status: 'suspended' });
      const [archived] = await Promise.all([app.as(admin).delete(`/api/laboratories/${id}`), join(id)]);
      const active = await app.services.get(UserRepository).count(LabScope.ofLaboratory(id), { status: 'active' });
      outcomes.add(`${archived.status} with ${active} active`);
    }
    expect([...outcomes].filter((outcome) => !['200 with 0 active', '409 with 1 active'].includes(outcome))).toEqual(
      [],
    );
  });
});

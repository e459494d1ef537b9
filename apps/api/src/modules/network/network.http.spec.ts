import type { NetworkSettings } from '@shifa/contract';
import { TestApp } from '../../testing/test-app';

describe('the settings of the network', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ whatsapp: '913322120000' });
  });
  afterAll(() => app.close());

  it('name the policies of each laboratory and the variables, without secrets', async () => {
    const laboratory = await app.laboratory({ name: 'Salt Lake' });
    await app.laboratory({ status: 'archived' });
    const answer = await app
      .as(await app.person('super_admin'))
      .get('/api/settings/network')
      .expect(200);
    const { variables, laboratories } = (answer.body as { data: NetworkSettings }).data;
    const { policies, code } = laboratory;
    expect(laboratories).toEqual([{ _id: laboratory.id, name: 'Salt Lake', code, policies }]);
    expect(variables).toContainEqual({ name: 'SUPPORT_WHATSAPP', value: '913322120000' });
    expect(variables).toContainEqual({ name: 'PUBLIC_URL', value: null });
    expect(JSON.stringify(answer.body)).not.toMatch(/mongodb:|a secret of tests/);
  });

  it('are for those who manage the whole network', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    for (const role of ['lab_admin', 'manager', 'staff'] as const) {
      await app
        .as(await app.person(role, { laboratoryId }))
        .get('/api/settings/network')
        .expect(403);
    }
  });
});

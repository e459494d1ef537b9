import { createLaboratoryBody } from '@shifa/contract/testing';
import { PASSWORD, TestApp } from '../../../test/test-app';

describe('a repeated request', () => {
  it('is not performed again after the server’s secret has changed', async () => {
    const before = await TestApp.start();
    const { user, token } = await before.person('super_admin');
    const body = createLaboratoryBody({ name: 'Shifa Ranchi' });
    const create = (app: TestApp, bearer: string) =>
      app.as({ token: bearer }).post('/api/laboratories').set('Idempotency-Key', 'once-0001').send(body);
    const first = await create(before, token).expect(201);
    expect((await create(before, token).expect(201)).body).toEqual(first.body);
    await before.close();

    const after = await TestApp.start({
      mongodbUri: before.mongodbUri,
      jwtSecret: 'another secret that is long enough',
    });
    const newToken = await after.login({ email: user.email, password: PASSWORD });
    const response = await create(after, newToken).expect(409);
    expect(response.body).toMatchObject({ success: false, code: 'IDEMPOTENT_RESPONSE_LOST' });
    const list = await after.as({ token: newToken }).get('/api/laboratories?search=Ranchi').expect(200);
    expect(list.body).toMatchObject({ pagination: { total: 1 } });
    await after.close();
  });
});

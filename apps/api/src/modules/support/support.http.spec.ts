import { TestApp } from '../../../test/test-app';

describe('the contacts of the support', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ whatsapp: '913322120000' });
  });
  afterAll(() => app.close());

  it('are those of the environment, for every signed-in person', async () => {
    const { body } = (await app
      .as(await app.person('staff'))
      .get('/api/support/contacts')
      .expect(200)) as { body: { data: object } };
    expect(body.data).toEqual({
      email: 'support@shifa.example',
      phone: '+91 33 0000 0000',
      whatsapp: '913322120000',
    });
  });

  it('are not public', async () => {
    await app.http.get('/api/support/contacts').expect(401);
  });
});

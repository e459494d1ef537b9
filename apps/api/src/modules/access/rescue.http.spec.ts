import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { SoftwareAuthenticator } from '../../../test/software-authenticator';
import { PASSWORD, TestApp } from '../../../test/test-app';
import { Rescue } from './rescue';

describe('the rescue of a super admin', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('ends all sessions and every factor, and gives a temporary password', async () => {
    const person = await app.person('super_admin');
    const agent = app.as(person);
    const options = await agent.post('/api/auth/second-factor/passkeys/options').expect(200);
    const answer = new SoftwareAuthenticator(app.url).create((options.body as { data: never }).data);
    await agent.post('/api/auth/second-factor/passkeys').send({ name: 'Telephone', answer }).expect(200);

    const password = await app.services.get(Rescue).rescue(person.user.email.toUpperCase());
    await agent.get('/api/auth/me').expect(401);
    const signIn = (given: string) =>
      app.http.post('/api/auth/login').send({ email: person.user.email, password: given });
    await signIn(PASSWORD).expect(401);
    const signedIn = await signIn(password ?? '').expect(200);
    expect(signedIn.body).toMatchObject({ data: { user: { mustChangePassword: true } } });
    const audit = app.services.get<Connection>(getConnectionToken()).collection('audit');
    const rows = await audit.find({ entityId: person.user._id, by: null }).toArray();
    expect(rows.map(({ action }) => action as string).sort()).toEqual(['password.issued', 'second-factor.reset']);
  });

  it('is for active super admins only', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    const others = [
      await app.user('lab_admin', { laboratoryId }),
      await app.user('super_admin', { status: 'suspended' }),
      { email: 'nobody@shifa.example' },
    ];
    for (const { email } of others) expect(await app.services.get(Rescue).rescue(email)).toBeUndefined();
  });
});

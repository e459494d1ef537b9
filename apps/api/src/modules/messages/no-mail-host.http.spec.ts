import type { MessageChannels } from '@shifa/contract';
import { TestApp } from '../../../test/test-app';

type Envelope<Data> = { body: { data: Data; code?: string } };

describe('an installation without a mail host', () => {
  it('offers no email', async () => {
    const app = await TestApp.start();
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const { body } = (await app.as(person).get('/api/messages/channels').expect(200)) as Envelope<MessageChannels>;
    expect(body.data.email).toBeNull();
    const asked = await app.as(person).post('/api/messages/email/confirmation').send({});
    expect(asked).toMatchObject({ status: 409, body: { code: 'CHANNEL_NOT_OFFERED' } });
    await app.as(person).post('/api/messages/test').send({ channel: 'email' }).expect(409);
    expect(((await app.http.get('/api/auth/password-reset').expect(200)) as Envelope<unknown>).body.data).toEqual({
      byEmail: false,
    });
    await app.http.post('/api/auth/password-reset').send({ email: person.user.email }).expect(409);
    await app.close();
  });
});

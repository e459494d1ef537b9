import { CONTRACT_HEADER, CONTRACT_VERSION } from '@shifa/contract';
import { TestApp } from '../../../test/test-app';

describe('the version of the contract', () => {
  let app: TestApp;
  const wrong = { email: 'nobody@shifa.example', password: 'Wrong-horse-1' };

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const signIn = (version: string) => app.http.post('/api/auth/login').set(CONTRACT_HEADER, version).send(wrong);

  it('is in every response', async () => {
    const { headers } = await app.http.get('/api/auth/me').expect(401);
    expect(headers[CONTRACT_HEADER]).toBe(CONTRACT_VERSION);
  });

  it('of a client with an older major number is refused, and the client learns which version it needs', async () => {
    const answer = await signIn('0.9.0').expect(426);
    expect(answer.body).toMatchObject({ success: false, code: 'CLIENT_OUTDATED' });
    expect(answer.headers[CONTRACT_HEADER]).toBe(CONTRACT_VERSION);
  });

  it.each([CONTRACT_VERSION, '2.99.0', '3.0.0', 'unknown', ''])('%j is accepted', async (version) => {
    await signIn(version).expect(401);
  });

  it('need not be sent', async () => {
    await app.http.post('/api/auth/login').send(wrong).expect(401);
  });
});

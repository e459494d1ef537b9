import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { routes } from '../access/routes';
import { TestApp } from '../test-app';

/** What the tests of the web app sent to their fake server, one request per line. `npm test` runs them first. */
const RECORDED = join(__dirname, '../../../web/reports/requests.jsonl');

type Recorded = { method: string; path: string; search: string; body?: unknown };

function recorded(): Recorded[] {
  if (!existsSync(RECORDED)) throw new Error("No requests are recorded. Run the web app's tests: `npm test` does.");
  return readFileSync(RECORDED, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}

const isUpload = ({ method, path }: Recorded) =>
  routes.some(
    ({ route }) =>
      route.method === method &&
      'contentType' in route &&
      new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );

describe('the requests that the web app sends in its tests', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    app.services.get(RequestLimits).lift();
  });
  afterAll(() => app.close());

  it('are as the API wants them: none has an unknown address, or a query or body that is refused', async () => {
    const requests = recorded();
    expect(requests.length).toBeGreaterThan(500);
    const refused: string[] = [];
    let person = await app.person('super_admin');
    for (const sent of requests) {
      const response = await fetch(`${app.url}${sent.path}${sent.search}`, {
        method: sent.method,
        headers: {
          authorization: `Bearer ${person.token}`,
          'idempotency-key': String(refused.length + Math.random()),
          ...(sent.body !== undefined && !isUpload(sent) && { 'content-type': 'application/json' }),
        },
        body: bodyOf(sent),
      });
      const { code, errors } = (await response.json().catch(() => ({}))) as { code?: string; errors?: unknown };
      // A request may end its own session, such as signing out.
      if (response.status === 401) person = await app.person('super_admin');
      if (wrong.includes(code ?? '')) {
        refused.push(`${sent.method} ${sent.path}${sent.search} ${JSON.stringify(sent.body)}: ${JSON.stringify(errors)}`);
      }
    }
    expect(refused).toEqual([]);
  });
});

const wrong = ['VALIDATION_FAILED', 'MALFORMED_REQUEST', 'NOT_FOUND'];

function bodyOf(sent: Recorded): string | FormData | null {
  if (sent.body === undefined) return null;
  if (!isUpload(sent)) return JSON.stringify(sent.body);
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4']), 'file.pdf');
  return form;
}

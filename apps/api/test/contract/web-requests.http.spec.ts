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
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    app = await TestApp.start();
    app.services.get(RequestLimits).lift();
  });
  afterAll(() => app.close());

  it('are as the API wants them: none has an unknown address, or a query or body that is refused', async () => {
    const requests = recorded();
    expect(requests.length).toBeGreaterThan(500);
    const refused: string[] = [];
    for (const sent of requests) {
      // Some are sent by people of a laboratory only, who need not name it.
      const faults = [await faultOf(sent, 'super_admin'), await faultOf(sent, 'lab_admin')];
      if (!faults.includes(undefined)) refused.push(`${JSON.stringify(sent)}: ${faults[0] ?? ''}`);
    }
    expect(refused).toEqual([]);
  });

  /** Why the API cannot read the request, if it cannot. Any other refusal is fine: nothing that it names exists. */
  async function faultOf(sent: Recorded, role: 'super_admin' | 'lab_admin'): Promise<string | undefined> {
    const token = await tokenOf(role);
    const response = await fetch(`${app.url}${sent.path}${sent.search}`, {
      method: sent.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent.body !== undefined && !isUpload(sent) && { 'content-type': 'application/json' }),
      },
      body: bodyOf(sent),
    });
    const { code, errors } = (await response.json().catch(() => ({}))) as { code?: string; errors?: unknown };
    // A request may end its own session, such as signing out.
    if (response.status === 401) tokens.delete(role);
    return wrong.includes(code ?? '') ? JSON.stringify(errors) : undefined;
  }

  async function tokenOf(role: 'super_admin' | 'lab_admin'): Promise<string> {
    const token = tokens.get(role) ?? (await app.person(role, { laboratoryId: await laboratoryOf(role) })).token;
    tokens.set(role, token);
    return token;
  }

  async function laboratoryOf(role: 'super_admin' | 'lab_admin') {
    return role === 'super_admin' ? null : (await app.laboratory())._id;
  }
});

const wrong = ['VALIDATION_FAILED', 'MALFORMED_REQUEST', 'NOT_FOUND'];

function bodyOf(sent: Recorded): string | FormData | null {
  if (sent.body === undefined) return null;
  if (!isUpload(sent)) return JSON.stringify(sent.body);
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4']), 'file.pdf');
  return form;
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node:querystring';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { parsedRequest } from '../../src/platform/http/validation';
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

const routeOf = ({ method, path }: Recorded) =>
  routes.find(
    ({ route }) => route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )?.route;

const isUpload = (sent: Recorded) => 'contentType' in (routeOf(sent) ?? {});

describe('the requests that the web app sends in its tests', () => {
  let app: TestApp;
  let token: string | undefined;

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
      const fault = await faultOf(sent);
      if (fault) refused.push(`${JSON.stringify(sent)}: ${fault}`);
    }
    expect(refused).toEqual([]);
  });

  /** Why the API cannot read the request, if it cannot. Any other refusal is fine: nothing that it names exists. */
  async function faultOf(sent: Recorded): Promise<string | undefined> {
    token ??= (await app.person('super_admin')).token;
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
    if (response.status === 401) token = undefined;
    const isFault = code === 'VALIDATION_FAILED' ? !isReadable(sent) : wrong.includes(code ?? '');
    return isFault ? `${code ?? ''} ${JSON.stringify(errors)}` : undefined;
  }
});

const wrong = ['MALFORMED_REQUEST', 'NOT_FOUND'];

/** Whether the request is as its route declares it, so that it was refused for what is stored or for who sent it. */
function isReadable(sent: Recorded): boolean {
  const route = routeOf(sent);
  if (!route || isUpload(sent)) return false;
  const values = sent.path.split('/');
  const params = Object.fromEntries(route.path.split('/').map((name, index) => [name.slice(1), values[index]]));
  const query = parse(sent.search.slice(1));
  const request = { params, headers: {}, query: { ...query }, body: sent.body };
  try {
    parsedRequest(route, request);
    return true;
  } catch {
    return false;
  }
}

function bodyOf(sent: Recorded): string | FormData | null {
  if (sent.body === undefined) return null;
  if (!isUpload(sent)) return JSON.stringify(sent.body);
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4']), 'file.pdf');
  return form;
}

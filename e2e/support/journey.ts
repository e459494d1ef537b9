import { readFileSync } from 'node:fs';
import { expect, type Page, type Response, test as base } from '@playwright/test';
import { clockOffsetMs } from './server.js';

export const PASSWORD = 'Shifa@2026';

/** The demo accounts, by what they are. */
export const accounts = {
  superAdmin: 'super@shifa.example',
  labAdmin: 'labadmin@shifa.example',
  labAdminOfDubai: 'labadmin.dxb@shifa.example',
  manager: 'manager@shifa.example',
  staff: 'staff@shifa.example',
} as const;
export type Account = keyof typeof accounts;

/** Signs in without the login screen, which has journeys of its own, and opens the path. */
export async function openAs(page: Page, who: Account, path = '/dashboard'): Promise<void> {
  await signIn(page, who);
  await page.goto(path);
}

/** Stores a session on the device without loading any of the product's code. */
export async function signIn(page: Page, who: Account): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email: accounts[who], password: PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { data } = (await answer.json()) as { data: { token: string; user: unknown } };
  await page.goto('/favicon.svg');
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, data);
  // Another process of the browser may open the page; it has to find what this one stored.
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBe(data.token);
}

/**
 * What the browser reports of requests that fail without a network or a server: its own, those that the service worker
 * forwards (`ERR_FAILED`), the socket, and code that was to be fetched.
 */
export const WITHOUT_NETWORK =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION|NETWORK_CHANGED)|WebSocket connection|CodeLoadError/;

type Fixtures = { tolerated: RegExp | undefined; consoleWatch: undefined };

/**
 * A journey on the shared server. It fails on anything the browser complains of, a breach of the page's content
 * policy included, and on a request of the web app that is not as the contract declares it. Other answers of 4xx are no
 * complaints, because journeys provoke some; nor is what is `tolerated`.
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env['E2E_URL']),
  tolerated: [undefined, { option: true }],
  consoleWatch: [
    async ({ context, tolerated }, use) => {
      if (clockOffsetMs !== 0) await context.clock.install({ time: Date.now() + clockOffsetMs });
      const complaints: string[] = [];
      context.on('console', (message) => {
        const text = message.text();
        const isRefusal = /^Failed to load resource: .* status of 4\d\d/.test(text);
        if (message.type() === 'error' && !isRefusal && !tolerated?.test(text)) complaints.push(text);
      });
      const refused: Promise<string>[] = [];
      context.on('response', (response) => {
        if (response.status() === 400) refused.push(refusalOf(response));
      });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      await use(undefined);
      complaints.push(...(await Promise.all(refused)).filter((text) => text !== '' && !tolerated?.test(text)));
      expect(complaints, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** What the API says of a request of the web app that is not as the contract declares it; empty of any other answer. */
async function refusalOf(response: Response): Promise<string> {
  const request = response.request();
  if (!('shifa-contract' in request.headers())) return '';
  // The page may be closed by now.
  const answer = (await response.json().catch(() => ({}))) as { code?: string; errors?: unknown };
  if (answer.code !== 'VALIDATION_FAILED' && answer.code !== 'MALFORMED_REQUEST') return '';
  return `${request.method()} ${request.url()} was refused: ${JSON.stringify(answer.errors)}`;
}

/** A text file of the repository, by its path from the root. */
export function repositoryFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

// Posts a day's income of a laboratory information system (LIS) to Shifa MS, and says which items to order.
// It knows nothing of Shifa MS but its OpenAPI document, from which src/openapi.ts is generated.
import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi.js';

type Schemas = components['schemas'];
type Failure = Schemas['Failure'];
type Item = Schemas['InventoryListItem'];

/** A row that the LIS exports. `id` never changes, so that the row is posted once however often it is exported. */
type Income = {
  id: string;
  date: string;
  amountPaise: number;
  category: Schemas['TransactionCategory'];
  paymentMethod: Schemas['PaymentMethod'];
  description: string;
};

type Outcome = { id: string; result: 'posted' | 'present' | 'refused'; text: string };

/** What the API answered instead of what was asked for. `code` is stable; `message` is for people. */
class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(`${failure.code}: ${failure.message}`);
  }
}

/** The body of a success. */
function expectSuccess<Body>({ data, error }: { data?: Body; error?: Failure }): Body {
  if (error) throw new Refusal(error);
  if (!data) throw new Error('The answer is empty.');
  return data;
}

const client = createClient<paths>({ baseUrl: setting('SHIFA_URL') });

async function signIn(): Promise<void> {
  const body = { email: setting('SHIFA_EMAIL'), password: setting('SHIFA_PASSWORD') };
  const { data } = expectSuccess(await client.POST('/api/auth/login', { body }));
  client.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${data.token}`);
    },
  });
}

/** Posting the same row again is safe: its key returns the first answer, and later its reference makes it a duplicate. */
async function post({ id, ...entry }: Income): Promise<Outcome> {
  const answer = await client.POST('/api/transactions', {
    params: { header: { 'idempotency-key': `lis-sync-${id}` } },
    body: { ...entry, type: 'income', reference: id },
  });
  if (answer.data) return { id, result: 'posted', text: answer.data.data.transactionNo };
  switch (answer.error.code) {
    case 'DUPLICATE_ENTRY':
      return { id, result: 'present', text: answer.error.message };
    // Only this row is at fault: the others are posted.
    case 'PERIOD_LOCKED':
    case 'VALIDATION_FAILED':
      return { id, result: 'refused', text: describe(answer.error) };
    default:
      throw new Refusal(answer.error);
  }
}

function describe({ code, message, errors }: Failure): string {
  return [`${code}: ${message}`, ...errors.map((fault) => `${fault.field}: ${fault.message}`)].join('; ');
}

/** Every active item that is low or out of stock, page by page. */
async function* stock(): AsyncGenerator<Item> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page, limit: 50, status: ['active' as const] };
    const { data, pagination } = expectSuccess(await client.GET('/api/inventory', { params: { query } }));
    yield* data;
    pages = pagination.pages;
  }
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}.`);
  return value;
}

async function main(): Promise<void> {
  const rows = JSON.parse(await readFile(process.argv[2] ?? 'income.json', 'utf8')) as Income[];
  await signIn();

  const outcomes: Outcome[] = [];
  for (const row of rows) outcomes.push(await post(row));
  for (const { id, result, text } of outcomes) console.log(`${id}: ${result} (${text})`);
  const refused = outcomes.filter(({ result }) => result === 'refused').length;
  console.log(`${outcomes.length - refused} of ${outcomes.length} entries are in the books.`);

  const items: Item[] = [];
  for await (const item of stock()) items.push(item);
  const scarce = items.filter(({ stockStatus }) => stockStatus !== 'ok');
  for (const { name, usableQuantity, unit } of scarce) console.log(`Order ${name}: ${usableQuantity} ${unit} usable`);
  console.log(`${items.length} items, ${scarce.length} of them low or out of stock.`);
  process.exitCode = refused > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canAnswer,
  clientEvents,
  commonErrors,
  declaredErrors,
  type ErrorCode,
  errorCatalogue,
  idempotencyErrors,
  serverEvents,
} from '@shifa/contract';
import { type Answer, answers } from '../../src/platform/http/answers';
import { type SocketMessage, socketMessages } from '../../src/platform/realtime/socket-messages';
import { routes } from '../access/routes';

/** Where each test file leaves what it exercised; `exercised.ts` adds it up. */
const FOLDER = join(__dirname, '../../reports/exercised');

const seen = new Set<string>();
const undeclared = new Set<string>();

function record(message: unknown): void {
  const { route, status, code } = message as Answer;
  const name = `${route.method} ${route.path}`;
  seen.add(`route ${name}`).add(`status ${name} ${status}`);
  if (code === undefined) return;
  seen.add(`code ${name} ${code}`).add(`code ${code}`);
  if (!canAnswer(route, code)) undeclared.add(`${name} answered ${code}, which it does not declare`);
}

function recordMessage(message: unknown): void {
  const { event, outcome } = message as SocketMessage;
  seen.add(`event ${event} ${outcome}`);
}

/** What no request can reach within the limits of its body, or only with very many documents; other tests reach it. */
const unreachable = new Set([
  // `list-limits.int.spec.ts`, `scoped-repository.int.spec.ts`
  'code LIST_FULL',
  'code TOO_MANY_AT_ONCE',
  // `export-budget.spec.ts`: 32 MB of text
  'code GET /api/attendance/month/export EXPORT_TOO_LARGE',
]);

/** Everything that the contract declares, in the words of {@link record}. Codes that routes share are seen once. */
function declared(): string[] {
  const ofRoutes = routes.flatMap(({ route }) => {
    const name = `${route.method} ${route.path}`;
    const shared: readonly ErrorCode[] = idempotencyErrors;
    const codes = declaredErrors(route).filter((code) => !shared.includes(code));
    const statuses = [
      ...Object.keys(route.responses).filter((status) => Number(status) < 400),
      ...codes.map((code) => errorCatalogue[code].status),
    ];
    return [
      `route ${name}`,
      ...statuses.map((status) => `status ${name} ${status}`),
      ...codes.map((code) => `code ${name} ${code}`),
    ];
  });
  const ofAll = [...commonErrors, ...idempotencyErrors].map((code) => `code ${code}`);
  const ofEvents = [
    ...Object.keys(serverEvents).map((event) => `event ${event} sent`),
    ...Object.keys(clientEvents).flatMap((event) => [`event ${event} accepted`, `event ${event} refused`]),
  ];
  return [...new Set([...ofRoutes, ...ofAll, ...ofEvents])].filter((each) => !unreachable.has(each));
}

subscribe(answers.name, record);
subscribe(socketMessages.name, recordMessage);

/** A test fails if a route answered with a code that it does not declare. */
afterEach(() => {
  const found = [...undeclared];
  undeclared.clear();
  if (found.length > 0) throw new Error(`${found.join('\n')}. Add it to \`errors\` in the contract.`);
});

afterAll(() => {
  unsubscribe(answers.name, record);
  unsubscribe(socketMessages.name, recordMessage);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'declared.json'), JSON.stringify(declared()));
  if (seen.size === 0) return;
  const file = (expect.getState().testPath ?? '').replaceAll(/\W+/g, '-');
  writeFileSync(join(FOLDER, `${file}.json`), JSON.stringify([...seen]));
});

import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { idPaths } from '../access/sample';
import { type NamedRoute, partsOf, routes as contractRoutes } from '../access/routes';
import { sampled } from '../effort';
import { assertConforms } from './checks';
import type { FuzzWorld } from './fuzz-world';
import { hostileVariants } from './hostile';
import { type Caller, type Plan, plansFor, takesVersion, validPlansFor } from './request';

/** The routes as they are declared, which mutants of the contract's routes do not affect. */
export const routes: readonly NamedRoute[] = contractRoutes.map((named) => ({ ...named, route: { ...named.route } }));

/** How many requests are generated in all, and from what. `npm run contract:fuzz` gives others. */
export const requests = Number(process.env.FUZZ_REQUESTS ?? 2_000);
export const seed = Number(process.env.FUZZ_SEED ?? 1);

/** Of the hostile variants of each route, `npm test` sends every so many. */
const HOSTILE_STEP = 6;

/** Sends generated requests to a route. A failure names the smallest request that causes it. Returns the statuses. */
export async function fuzz(world: FuzzWorld, route: NamedRoute, count: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(plansFor(route, world.documents.idsFor(route.route.path)), async (plan) => {
    const exchange = await world.carryOut(plan);
    statuses.add(exchange.status);
    assertConforms(exchange);
  });
  const found = await fc.check(property, { numRuns: count, seed });
  if (found.failed) throw new Error(`${messageOf(found.errorInstance)}\n  --seed ${seed}`);
  return statuses;
}

/** Sends the hostile variants of a valid request. */
export async function sendHostile(world: FuzzWorld, route: NamedRoute): Promise<string[]> {
  const { query, body } = partsOf(route);
  const plan = firstPlan(world, route);
  const failures: string[] = [];
  const variants = sampled(hostileVariants({ query, body }, plan), HOSTILE_STEP, routes.indexOf(route));
  for (const hostile of variants) {
    const exchange = await world.carryOut({ ...plan, hostile });
    try {
      assertConforms(exchange);
    } catch (error) {
      failures.push(messageOf(error));
    }
  }
  return failures;
}

/** Only certain people may do this at all; tests of the features and `declared-codes.http.spec.ts` try them. */
const ofCertainPeople = ['attendance.approve', 'attendance.withdrawCorrection', 'writeOffs.withdraw'];

/** The routes that change a document as somebody has read it, by the id in the path. */
export const versionedRoutes = routes.filter((route) => {
  const { params, query, body } = partsOf(route);
  const [at] = idPaths(params);
  return !ofCertainPeople.includes(route.name) && at?.[0] === 'id' && [query, body].some(takesVersion);
});

/** Whether the route, at any of the documents that it can change, says that a version is stale. */
export async function refusesStaleVersion(world: FuzzWorld, route: NamedRoute): Promise<boolean> {
  const plans = validPlansFor(
    route,
    world.documents.idsFor(route.route.path),
    fc.constantFrom<Caller>('super_admin', 'lab_admin'),
  );
  const version = Number.MAX_SAFE_INTEGER;
  const inQuery = takesVersion(partsOf(route).query);
  for (const plan of fc.sample(plans, { numRuns: 60, seed })) {
    const stale = inQuery ? { query: { ...plan.query, version } } : { body: { ...(plan.body as object), version } };
    const exchange = await world.carryOut({ ...plan, ...stale, headers: {}, isCurrent: false });
    assertConforms(exchange);
    if (exchange.code === 'VERSION_CONFLICT') return true;
  }
  return false;
}

/** What the server answers to the bytes of a request. */
export async function answerTo(url: string, line: string, headers: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${line}\r\n${headers}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return received;
}

function firstPlan(world: FuzzWorld, route: NamedRoute): Plan {
  const caller: Caller = route.policy.permission === 'display' ? 'display' : 'super_admin';
  const plans = validPlansFor(route, world.documents.idsFor(route.route.path), fc.constant(caller));
  const [plan] = fc.sample(plans, { numRuns: 1, seed });
  if (!plan) throw new Error(`There is no request to ${route.name}`);
  return plan;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

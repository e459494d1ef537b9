import { type AppRouter, isAppRoute } from '@ts-rest/core';
import { errorCatalogue } from '../common/error.js';
import { permissions, permissionStructure, roleDefaults, scopes } from '../common/permission.js';
import type { RoutePolicy } from '../common/route.js';
import * as contract from '../contract.js';
import { asyncApiDocument } from './asyncapi.js';
import { eventsDocument } from './events.js';
import { openApiDocument } from './openapi.js';

/** The contract as documents by file name: what a release promises. Their text is the same for the same contract. */
export async function releaseFiles(): Promise<Record<string, string>> {
  const documents = {
    openapi: await openApiDocument(),
    asyncapi: asyncApiDocument(),
    events: eventsDocument(),
    errors: errorCatalogue,
    permissions: { permissions, scopes, resources: permissionStructure, roleDefaults, routes: policiesOf(contract) },
  };
  return Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [
      `${name}.json`,
      `${JSON.stringify(sorted(document), null, 2)}\n`,
    ]),
  );
}

/** Who may call each route, such as `GET /api/staff/{id}`, and its limits. */
function policiesOf(router: AppRouter): Record<string, RoutePolicy> {
  return Object.fromEntries(
    Object.values(router).flatMap((entry) =>
      isAppRoute(entry)
        ? [[`${entry.method} ${entry.path.replaceAll(/:(\w+)/g, '{$1}')}`, entry.metadata as RoutePolicy]]
        : Object.entries(policiesOf(entry)),
    ),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

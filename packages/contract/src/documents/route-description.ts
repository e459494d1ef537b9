import type { AppRoute } from '@ts-rest/core';
import { z } from 'zod';
import { CONFIRMATION_MINUTES } from '../auth/second-factor.schema.js';
import { MAX_PAGE_LIMIT } from '../common/page.js';
import type { RoutePolicy } from '../common/route.js';

/** What a route does, followed by what its policy, headers and answers imply for callers. */
export function describeRoute(route: AppRoute): string {
  const { description } = route as { description: string };
  return [description, [...callers(route), ...requests(route)].join(' ')].join('\n\n');
}

function callers({ metadata }: AppRoute): string[] {
  const { permission, also, scope, fresh, withTemporaryPassword, withoutSecondFactor } = metadata as RoutePolicy;
  const conditions = [
    ...(withTemporaryPassword ? ['A temporary password is enough.'] : []),
    ...(withoutSecondFactor ? ['Open also to someone who still has to add a second factor.'] : []),
    ...(fresh ? [`Requires a sign-in or a confirmation within the last ${CONFIRMATION_MINUTES} minutes.`] : []),
  ];
  if (permission === 'public') return ['Requires no session.'];
  if (permission === 'display') return ['Requires the token of a paired wall display.'];
  if (permission === 'signed-in') return ['Requires a session.', ...conditions];
  const permissions = also ? `permissions \`${permission}\` and \`${also}\`` : `permission \`${permission}\``;
  return [`Requires the ${permissions}${scope ? ' for the whole network' : ''}.`, ...conditions];
}

function requests(route: AppRoute): string[] {
  const { maxBodyBytes, upload } = route.metadata as RoutePolicy;
  const success = route.responses[200];
  const isPaged = success instanceof z.ZodObject && 'pagination' in success.shape;
  const isIdempotent = 'idempotency-key' in ((route.headers ?? {}) as object);
  return [
    ...(isPaged ? [`Returns a page of at most ${MAX_PAGE_LIMIT} rows.`] : []),
    ...(isIdempotent
      ? ['A repeated request with the same `Idempotency-Key` returns the first response and has no further effect.']
      : []),
    ...(maxBodyBytes ? [`The body can have up to ${Math.floor(maxBodyBytes / 1000)} kB.`] : []),
    ...(upload ? [`The file can have up to ${upload.maxBytes / 1_048_576} MB.`] : []),
  ];
}

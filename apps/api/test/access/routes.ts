import { contract, type Permission, permissions, type RoutePolicy } from '@shifa/contract';
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { z } from 'zod';

/** A route of the contract with a copy of its declared policy, which mutants of the route do not affect. */
export type NamedRoute = { name: string; route: AppRoute; policy: RoutePolicy };
export type PermittedRoute = NamedRoute & { policy: { permission: Permission } };

export const routes: readonly NamedRoute[] = walk(contract);

/** The routes that only people who are signed in may call. */
export const guarded = routes.filter(({ policy }) => policy.permission !== 'public' && policy.permission !== 'display');

export const permittedRoutes: readonly PermittedRoute[] = routes.filter(isPermitted);

export function isPermitted(named: NamedRoute): named is PermittedRoute {
  return permissions.some((permission) => permission === named.policy.permission);
}

/** The schemas of the parts of a request to the route. */
export function partsOf({ route }: NamedRoute): { params: z.ZodType; query: z.ZodType; body: z.ZodType } {
  const body = 'body' in route ? route.body : undefined;
  return { params: schemaOr(route.pathParams), query: schemaOr(route.query), body: schemaOr(body) };
}

function schemaOr(part: unknown): z.ZodType {
  return part instanceof z.ZodType ? part : z.undefined();
}

function walk(router: AppRouter, prefix = ''): NamedRoute[] {
  return Object.entries(router).flatMap(([name, entry]) =>
    isAppRoute(entry)
      ? [{ name: prefix + name, route: entry, policy: structuredClone(entry.metadata as RoutePolicy) }]
      : walk(entry, `${prefix}${name}.`),
  );
}

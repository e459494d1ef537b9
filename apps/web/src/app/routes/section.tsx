import type { Permission, ResolvedPermissions, Scope } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { matchRoutes, Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { lazyComponent } from '../../lib/lazy-component';
import type { QueueSource } from '../../screens/inbox/queue';
import type { LiveNotices } from '../../data/live';
import type { Key } from '../../data/queries';
import type { Prefetch } from '../../data/resource';
import type { Live } from '../../data/socket';
import { isOneAllowed, RequirePermission } from '../require-permission';

/** A section of the product: its address, who may open it, its pages and what keeps them up to date. */
export type Section = {
  path: string;
  /** A second address that leads to the first. */
  alias?: string;
  /** Needed for every page of the section, or one of several; without it, every signed-in person may open them. */
  permission?: Permission | readonly Permission[];
  /** Its entry in the sidebar; without it, the section is reached by links alone. */
  navigation?: {
    label: string;
    icon: ReactNode;
    /** The letter that leads to it after G. */
    key?: string;
    /** Shown also without the permission; the page then says who may open it. */
    everyone?: boolean;
    /** How far the permission has to reach for the entry to be shown. */
    scope?: Scope;
    /** Its name in the bottom bar of a phone; without it, the bar leaves the section out. */
    short?: string;
    /** Whether a phone also has it in the menu of the user, because the bar may have no room for it. */
    inUserMenu?: true;
    /** The addresses of sections that are among its tabs. */
    includes?: readonly string[];
    /** How much waits there, after its name. */
    badge?: ReactNode;
  };
  pages: RouteObject[];
  live?: readonly Live[];
  /** Events that a super admin is notified of. */
  notices?: LiveNotices;
  /**
   * What the device keeps of its first pages until the session ends, to show it at the next start. Besides the lists of
   * its inbox, nothing is kept without a declaration.
   */
  kept?: readonly Key[];
  /** What of it waits for decisions. */
  inbox?: readonly QueueSource[];
};

/**
 * A page that is loaded when it is first opened, named by its export. What `prefetch` requests is on its way while the
 * code of the page is being fetched.
 */
export function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  prefetch?: Prefetch,
): ReactElement {
  return createElement(
    Object.assign(
      lazyComponent(async () => (await load())[name]),
      { prefetch },
    ),
  );
}

/** Requests what the page at an address shows first, if a person with these permissions may open it. */
export function prefetchAt(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  sections: readonly Section[],
  permissions: ResolvedPermissions,
  queryClient: QueryClient,
): void {
  const open = sections.filter(({ permission }) => permission === undefined || isOneAllowed(permission, permissions));
  for (const { route } of matchRoutes(routesOf(open), pathname) ?? []) {
    const { element } = route;
    if (!isValidElement(element) || typeof element.type !== 'function' || !('prefetch' in element.type)) continue;
    (element.type.prefetch as Prefetch | undefined)?.(queryClient, search, permissions);
  }
}

/** The routes of the sections; an address that none of them knows is the 404 page. */
export function routesOf(sections: readonly Section[]): RouteObject[] {
  const routes = sections.flatMap(({ path, alias, permission, pages }): RouteObject[] => {
    const outlet = <Outlet />;
    const element = permission ? <RequirePermission permission={permission}>{outlet}</RequirePermission> : outlet;
    const redirect = alias && { path: `${alias}/*`, element: <Redirect from={alias} to={path} /> };
    return [{ path, element, children: pages }, ...(redirect ? [redirect] : [])];
  });
  return [...routes, { path: '*', element: page(() => import('./not-found-page'), 'NotFoundMessage') }];
}

function Redirect({ from, to }: { from: string; to: string }) {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={{ pathname: pathname.replace(from, to), search, hash }} replace />;
}

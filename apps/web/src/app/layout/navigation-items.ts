import { createContext } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import type { Section } from '../routes/section';

export type NavigationItem = NonNullable<Section['navigation']> & Pick<Section, 'path'>;

/** What the navigation offers the person, for pages that let them choose from it. */
export const NavigationItems = createContext<readonly NavigationItem[]>([]);

/** Tells which entry of the navigation the present page belongs to. */
export function useIsCurrent(): (item: NavigationItem) => boolean {
  const { pathname } = useLocation();
  return ({ path, includes = [] }) =>
    [path, ...includes].some((each) => matchPath({ path: each, end: false }, pathname) !== null);
}

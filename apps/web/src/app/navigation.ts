import type { ResolvedPermission, ResolvedPermissions } from '@shifa/contract';
import type { NavigationItem } from './layout/navigation-items';
import { sections } from './routes/sections';

/** The sections that a person may open, in the order of the sidebar. */
export function navigationFor(permissions: ResolvedPermissions): NavigationItem[] {
  return sections.flatMap(({ path, permission, navigation }) => {
    if (!navigation) return [];
    const needed = navigation.everyone ? [] : [permission ?? []].flat();
    const opens = ({ allowed, scope }: ResolvedPermission) =>
      allowed && (!navigation.scope || navigation.scope === scope);
    const isShown = needed.length === 0 || needed.some((each) => opens(permissions[each]));
    return isShown ? [{ path, ...navigation }] : [];
  });
}

import type { Permission, ResolvedPermission } from '@shifa/contract';
import { session, type Session, type SignedInUser } from './session';
import { useStore } from '../lib/store';

/** Who is signed in, as of now. */
export function useSession(): Session {
  return useStore(session);
}

/** The signed-in person. Throws outside the protected layout, where there may be none. */
export function useUser(): SignedInUser {
  const current = useSession();
  if (current.status !== 'signed-in') throw new Error('useUser needs a signed-in person');
  return current.user;
}

/** Whether the signed-in person may do this, and how far; it follows a change of permissions at once. */
export function usePermission(permission: Permission): ResolvedPermission {
  return useUser().permissions[permission];
}

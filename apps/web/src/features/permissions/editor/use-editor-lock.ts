import type { UserPermissions } from '@shifa/contract';
import { useLock } from '../../../components/permission-button';
import { useUser } from '../../../lib/use-session';
import { whoCanChange } from '../who-may-change';

/** Why nothing of this person is the viewer's to change, and who can; `undefined` where it is. */
export function useEditorLock({ user, manageable, lockedReason }: UserPermissions): string | undefined {
  const viewer = useUser();
  const lacking = useLock('permissions.edit');
  if (manageable) return lacking;
  const reason = (lockedReason ?? 'These permissions are not yours to change').replace(/\.$/, '');
  return viewer._id === user._id ? `${reason}.` : `${reason}. ${whoCanChange(user.role)}`;
}

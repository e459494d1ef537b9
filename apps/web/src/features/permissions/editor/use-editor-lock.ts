import { errorCatalogue, type UserPermissions } from '@shifa/contract';
import { usePermission, useUser } from '../../../lib/use-session';
import { whoCanChange } from '../who-may-change';

/** Why nothing of this person is the viewer's to change, and who can; `undefined` where it is. */
export function useEditorLock({ user, actions: { edit } }: UserPermissions): string | undefined {
  const viewer = useUser();
  const mayEdit = usePermission('permissions.edit').allowed;
  if (edit?.allowed && mayEdit) return undefined;
  if (viewer._id === user._id) return `${errorCatalogue.OWN_ACCOUNT.message}.`;
  if (!mayEdit) return `You can look at these permissions, not change them. ${whoCanChange(user.role)}`;
  return `${edit?.reason ?? errorCatalogue.STAFF_BEYOND_REACH.message}.`;
}

import type { Permission } from '@shifa/contract';
import type { ReactNode } from 'react';
import { ClosedDoor } from '../../ui/drawings';
import { EmptyState } from '../../ui/feedback/empty-state';
import { useDeniedReason } from './permission-button';

/** A part of a page that a permission opens. Locked, it stays where it is, says why, and who may. */
export function PermissionSection({ permission, children }: { permission: Permission; children: ReactNode }) {
  const reason = useDeniedReason(permission);
  return reason === undefined ? children : <EmptyState drawing={<ClosedDoor />}>{reason}</EmptyState>;
}

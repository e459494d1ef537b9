import Button from '@mui/material/Button';
import type { Permission } from '@shifa/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ClosedDoor } from '../../ui/drawings';
import { EmptyState } from '../../ui/feedback/empty-state';
import { useDocumentTitle } from '../../ui/use-document-title';
import { useDeniedReason } from './permission-button';

/** A page of a section that needs a further permission. Without it, the page says why, and who may open it. */
export function PermissionSection({ permission, children }: { permission: Permission; children: ReactNode }) {
  const reason = useDeniedReason(permission);
  return reason === undefined ? children : <Locked reason={reason} />;
}

function Locked({ reason }: { reason: string }) {
  useDocumentTitle('Not allowed');
  return (
    <EmptyState
      drawing={<ClosedDoor />}
      action={
        <Button variant="contained" component={Link} to={paths.dashboard}>
          Go to Dashboard
        </Button>
      }
    >
      {reason}
    </EmptyState>
  );
}

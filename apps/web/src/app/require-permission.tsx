import type { Permission, ResolvedPermissions } from '@shifa/contract';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ClosedDoor } from '../ui/drawings';
import { MessagePage } from '../ui/message-page';
import { useDocumentTitle } from '../ui/use-document-title';
import { paths } from '../config/paths';
import { useUser } from '../data/use-session';

type RequirePermissionProps = {
  /** One of them is enough. */
  permission: Permission | readonly Permission[];
  /** Each of them has to reach the whole network. */
  scope?: 'all';
  children: ReactNode;
};

/** Shows a page only to who may see it; anyone else is told why not. The server decides again with every call. */
export function RequirePermission({ permission, scope, children }: RequirePermissionProps) {
  const { permissions } = useUser();
  const reaches = scope === undefined || [permission].flat().every((each) => permissions[each].scope === scope);
  return reaches && isOneAllowed(permission, permissions) ? children : <NotAllowedPage />;
}

export function isOneAllowed(needed: Permission | readonly Permission[], permissions: ResolvedPermissions): boolean {
  return [needed].flat().some((each) => permissions[each].allowed);
}

function NotAllowedPage() {
  useDocumentTitle('Not allowed');
  return (
    <MessagePage
      title="You don't have access to this section"
      drawing={<ClosedDoor />}
      actions={
        <Button variant="contained" component={Link} to={paths.dashboard}>
          Go to Dashboard
        </Button>
      }
    >
      <p>Ask an administrator at your laboratory if you need it for your work.</p>
    </MessagePage>
  );
}

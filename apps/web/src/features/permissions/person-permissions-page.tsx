import { roleLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../screens/back-link';
import { PageHeader } from '../../ui/page-header';
import { paths } from '../../config/paths';
import { permissionQueries } from './permission.queries';
import { UserPermissionsEditor } from './user-permissions-editor';

/** The permissions of one person of the table. */
export function PersonPermissionsPage() {
  const { id = '' } = useParams();
  const { data } = useQuery(permissionQueries.user(id));
  const subtitle = data && [roleLabels[data.user.role], data.user.laboratoryId?.name, data.user.employeeCode];
  return (
    <>
      <PageHeader
        title={data?.user.name ?? 'Permissions'}
        documentTitle={data ? `Permissions of ${data.user.name}` : 'Permissions'}
        subtitle={subtitle?.filter(Boolean).join(' · ')}
        back={
          <BackLink to={{ pathname: paths.permissions, search: laboratoryOf(data?.user.laboratoryId?._id) }}>
            Permissions
          </BackLink>
        }
      />
      <UserPermissionsEditor userId={id} />
    </>
  );
}

function laboratoryOf(id: string | undefined): string {
  return id === undefined ? '' : `?laboratory=${id}`;
}

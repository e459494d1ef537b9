import ArrowBack from '@mui/icons-material/ArrowBackOutlined';
import Button from '@mui/material/Button';
import { roleLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { PageHeader } from '../../components/page-header';
import { paths } from '../../config/paths';
import { permissionQueries } from './permission.queries';
import { UserPermissionsEditor } from './user-permissions-editor';

/** One person of the table by themself. */
export function PersonPermissionsPage() {
  const { id = '' } = useParams();
  const { data } = useQuery(permissionQueries.user(id));
  const place = data && [roleLabels[data.user.role], data.user.laboratoryId?.name, data.user.employeeCode];
  return (
    <>
      <PageHeader
        title={data?.user.name ?? 'Permissions'}
        documentTitle={data ? `Permissions of ${data.user.name}` : 'Permissions'}
        subtitle={place?.filter(Boolean).join(' · ')}
        back={
          <Button
            component={Link}
            to={{ pathname: paths.permissions, search: laboratoryOf(data?.user.laboratoryId?._id) }}
            color="inherit"
            size="small"
            startIcon={<ArrowBack />}
            sx={{ alignSelf: 'flex-start', mb: 2, ml: -2, color: 'text.secondary' }}
          >
            Permissions
          </Button>
        }
      />
      <UserPermissionsEditor userId={id} />
    </>
  );
}

function laboratoryOf(id: string | undefined): string {
  return id === undefined ? '' : `?laboratory=${id}`;
}

import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type CheckPermissionQuery,
  errorCatalogue,
  type Permission,
  scopeLabels,
  type StaffOption,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../components/banner';
import { Facts } from '../../components/facts';
import { Skeleton } from '../../components/loading/skeleton';
import { messageOf } from '../../lib/api-error';
import { permissionLabel } from '../../lib/permission-label';
import { useUser } from '../../lib/use-session';
import { sourceLabels } from './permission-outcome';
import { permissionQueries } from './permission.queries';
import { whoCanChange } from './who-may-change';

type CheckAnswerProps = { person: StaffOption; permission: Permission };

/** Yes or no, how far, where it comes from, why, and who can change it. */
export function CheckAnswer({ person, permission }: CheckAnswerProps) {
  const viewer = useUser();
  const [resource, action] = permission.split('.') as [CheckPermissionQuery['resource'], string];
  const { data, error } = useQuery(permissionQueries.check(person._id, { resource, action }));
  if (error) return <Banner tone="error">{messageOf(error, 'The answer could not be loaded')}</Banner>;
  if (!data) return <Skeleton variant="rectangular" height={96} />;
  const { allowed, scope, source, reason } = data;
  const own = viewer._id === person._id;
  return (
    <Stack sx={{ gap: 4 }}>
      <Banner tone={allowed ? 'success' : 'warning'}>
        <strong>
          {allowed ? 'Yes' : 'No'}, {person.name} may {allowed ? '' : 'not '}do this
        </strong>
        <div>{permissionLabel(permission)}</div>
      </Banner>
      <Facts
        facts={[
          { label: 'How far', value: scope ? scopeLabels[scope] : 'Nowhere' },
          { label: 'Comes from', value: sourceLabels[source] },
        ]}
      />
      <div>
        <Typography variant="caption" color="textSecondary" component="p">
          Why
        </Typography>
        <Typography>{reason}</Typography>
      </div>
      <div>
        <Typography variant="caption" color="textSecondary" component="p">
          Who can change it
        </Typography>
        <Typography>
          {own && `${errorCatalogue.OWN_ACCOUNT.message}. `}
          {whoCanChange(person.role, allowed ? undefined : permission)}
        </Typography>
      </div>
    </Stack>
  );
}

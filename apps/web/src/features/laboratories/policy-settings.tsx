import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { disabledReasonOf } from '../../screens/actions/define-actions';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { ActionButton } from '../../screens/actions/permission-button';
import { paths } from '../../config/paths';
import { laboratoryDetail } from '../../data/laboratory-detail';
import { LaboratoryPolicies } from './detail/laboratory-policies';
import { PolicyForm } from './laboratory.actions';

/** The policies of a laboratory, and the form that rehearses a change of them. */
export function PolicySettings({ id }: { id: string }) {
  const { data: laboratory, error, refetch } = useQuery(laboratoryDetail(id));
  const [editing, setEditing] = useState(false);
  if (!laboratory) return <NotLoaded query={{ error, refetch }} what="the policies" skeleton={320} />;
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 3, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h2">
          <Link component={RouterLink} to={paths.laboratory(id)} color="inherit">
            {laboratory.name}
          </Link>
        </Typography>
        <ActionButton
          variant="contained"
          disabledReason={disabledReasonOf(laboratory.actions.edit)}
          onClick={() => setEditing(true)}
        >
          Edit policies
        </ActionButton>
      </Stack>
      <LaboratoryPolicies laboratory={laboratory} />
      {editing && <PolicyForm id={id} onClose={() => setEditing(false)} />}
    </Stack>
  );
}

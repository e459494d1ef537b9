import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { StaffListItem, StaffMember } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActionDialogProps } from '../../screens/actions/define-actions';
import { useActionRequest } from '../../screens/actions/use-action-request';
import { Banner } from '../../ui/feedback/banner';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { api } from '../../data/api';
import { queryOf, send } from '../../data/queries';
import { OpenWork } from './open-work';
import { staffResource } from './staff.resource';

/** Names the deputy, because letting them decide is a decision about this very person. */
export function DeputyQuestion({ item: { _id, name } }: { item: StaffListItem }) {
  const { data: person } = useQuery(queryOf(api.staff.get, { params: { id: _id } }));
  return (
    <>
      <strong>{person?.deputyId?.name ?? 'The deputy'}</strong> decides for <strong>{name}</strong> until the suspension
      ends. {name} may have chosen this deputy. Confirm only someone you would choose yourself.
      {person?.deputyId?.obstacle && (
        <Box sx={{ mt: 3 }}>
          <Banner tone="warning">This deputy can't decide. {person.deputyId.obstacle}</Banner>
        </Box>
      )}
    </>
  );
}

/** Suspends a person, and asks whether their deputy acts meanwhile: by default not, because they may have chosen them. */
export function SuspendPerson({ item, onDone, onClose }: ActionDialogProps<StaffListItem, StaffMember>) {
  const [deputyActs, setDeputyActs] = useState(false);
  const { _id, name } = item;
  const { data: person } = useQuery(queryOf(api.staff.get, { params: { id: _id } }));
  const deputy = person?.deputyId;
  const suspend = useActionRequest(staffResource, item, {
    outcome: 'was suspended',
    send: (version, { signal }) =>
      send(
        api.staff.update,
        { params: { id: _id }, body: { status: 'suspended', version, ...(deputyActs && { deputyActs }) } },
        { signal },
      ),
    onDone: (suspended) => {
      onClose();
      onDone(suspended);
    },
  });
  return (
    <ConfirmDialog
      open
      title="Suspend person"
      verb="Suspend"
      pending={suspend.pending}
      error={suspend.fault}
      onConfirm={suspend.run}
      onStop={suspend.stop}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{name}</strong> is signed out everywhere at once and can't sign in until you resume the account.
          Nothing is deleted.
        </Typography>
        <OpenWork id={_id} name={name} />
        {deputy && (
          <FormControlLabel
            control={<Checkbox checked={deputyActs} onChange={(_, checked) => setDeputyActs(checked)} />}
            label={`${deputy.name} decides as deputy of ${name} during the suspension`}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

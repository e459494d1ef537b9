import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type OpenShift, plural } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOfAll, pageQuery, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SectionCard } from '../../../ui/section-card';
import { shiftLine } from './swap-display';

/** What planners offer: the shifts that the person can take, and why not the others. */
export function OpenShifts() {
  const { data, error, refetch } = useQuery(pageQuery(api.openShifts.list, { query: { status: ['open'], limit: 50 } }));
  const shifts = (data?.data ?? []).filter(({ actions }) => actions.take);
  if (error && !data) return <NotLoaded query={{ error, refetch }} what="the open shifts" skeleton={null} />;
  if (shifts.length === 0) return null;
  return (
    <SectionCard title="Open shifts">
      <Stack component="ul" aria-label="Open shifts" sx={{ gap: 4, m: 0, p: 0, listStyle: 'none' }}>
        {shifts.map((shift) => (
          <Open key={shift._id} open={shift} />
        ))}
      </Stack>
    </SectionCard>
  );
}

function Open({ open: { _id, shift, places, takenBy, warnings, actions } }: { open: OpenShift }) {
  const [asking, setAsking] = useState(false);
  const taking = useWrite({
    send: (_input: undefined, given) => send(api.openShifts.take, { params: { id: _id }, body: {} }, given),
    success: 'The shift is yours',
    stale: [keyOfAll('openShifts'), keyOfAll('rosters')],
    onSuccess: () => setAsking(false),
  });
  const left = places - takenBy.length;
  const { allowed = false, reason } = actions.take ?? {};
  return (
    <li>
      <Typography className="tabular">{shiftLine(shift)}</Typography>
      <Typography variant="body2" color="textSecondary">
        {plural(left, '1 place', `${String(left)} places`)}
      </Typography>
      {(allowed ? warnings : [reason]).map((note) => (
        <Typography key={note} variant="body2" color={allowed ? 'warning' : 'textSecondary'}>
          {note}
        </Typography>
      ))}
      {allowed && (
        <Button variant="contained" sx={{ mt: 2 }} onClick={() => setAsking(true)}>
          Take shift
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Take this shift"
        verb="Take shift"
        pending={taking.isPending}
        {...(taking.fault !== undefined && { error: taking.fault })}
        onStop={taking.stop}
        onConfirm={() => taking.mutate(undefined)}
        onCancel={() => {
          setAsking(false);
          taking.reset();
        }}
      >
        {shiftLine(shift)}. It's added to your roster at once.
      </ConfirmDialog>
    </li>
  );
}

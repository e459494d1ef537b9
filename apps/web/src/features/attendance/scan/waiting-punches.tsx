import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../../../ui/feedback/banner';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { product } from '../../../config/product';
import { dayOf, formatInstant } from '../../../lib/format';
import { useUser } from '../../../data/use-session';
import { withQuery } from '../../../lib/with-query';
import { type OfflinePunch, offlinePunches, timeOf, useOfflinePunches } from './offline-punches';

const labels = { clock_in: 'Clock-in', clock_out: 'Clock-out' };

/** What was clocked without a network: what waits to be sent, and what the server refused. */
export function WaitingPunches() {
  const { _id: owner } = useUser();
  const punches = useOfflinePunches();
  const [discarding, setDiscarding] = useState<OfflinePunch>();
  if (punches.length === 0) return null;
  return (
    <SectionCard title="Not sent yet">
      <Stack component="ul" sx={{ gap: 4, m: 0, p: 0, listStyle: 'none' }}>
        {punches.map((punch) => (
          <li key={punch.id}>
            <WaitingPunch punch={punch} owner={owner} onDiscard={() => setDiscarding(punch)} />
          </li>
        ))}
      </Stack>
      <ConfirmDialog
        open={discarding !== undefined}
        title="Discard this time"
        verb="Discard"
        cancelLabel="Keep"
        destructive
        onCancel={() => setDiscarding(undefined)}
        onConfirm={() => {
          if (discarding) offlinePunches.discard(owner, discarding.id);
          setDiscarding(undefined);
        }}
      >
        It is removed from this device and never sent. For the time to count, request a correction for the day.
      </ConfirmDialog>
    </SectionCard>
  );
}

type WaitingPunchProps = { punch: OfflinePunch; owner: string; onDiscard: () => void };

function WaitingPunch({ punch, owner, onDiscard }: WaitingPunchProps) {
  const { laboratoryId } = useUser();
  const { id, action, qrToken, sent, failure } = punch;
  const at = timeOf(punch);
  const zone = laboratoryId?.timezone ?? product.timezone;
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 500 }}>
          {labels[action]}, {formatInstant(at, zone)}
        </Typography>
        <Typography color="textSecondary">{failure === undefined ? 'Waiting to be sent' : 'Not accepted'}</Typography>
        <Stack direction="row" sx={{ gap: 2, ml: 'auto' }}>
          {failure !== undefined && (
            <Button size="small" color="inherit" onClick={() => offlinePunches.retry(owner, id)}>
              Send again
            </Button>
          )}
          <Button size="small" color="inherit" onClick={onDiscard}>
            Discard
          </Button>
        </Stack>
      </Stack>
      {failure === undefined && (
        <Typography variant="body2" color="textSecondary">
          {qrToken === undefined ? "This is the device's time, without a code." : 'This is the time of the code.'}{' '}
          {sent && "We don't know yet whether this was recorded. It never counts twice."}
        </Typography>
      )}
      {failure !== undefined && (
        <Banner
          tone="error"
          action={
            <Button
              size="small"
              color="inherit"
              component={Link}
              to={withQuery(paths.attendance, { correct: dayOf(new Date(at), zone) })}
            >
              Request a correction
            </Button>
          }
        >
          {failure}
        </Banner>
      )}
    </Stack>
  );
}

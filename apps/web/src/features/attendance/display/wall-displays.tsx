import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { CreateDisplayBody, type Display, type DisplayPairing, MAX_DISPLAYS } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { RelativeTime } from '../../../ui/relative-time';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { messageOf, unlessGone } from '../../../lib/api-error';
import { keyOf, queryOf, send } from '../../../data/queries';
import { formatTimeIn } from '../../../lib/time-zone';
import { useWrite } from '../../../data/use-write';

type Place = { _id: string; name: string; timezone: string };

/** While a code waits to be typed, the list follows the tablet. */
const WAITING_MS = 3_000;

/** The tablets that show the code of a laboratory, and pairing another one. */
export function WallDisplays({ laboratory }: { laboratory: Place }) {
  const query = { laboratoryId: laboratory._id };
  const displays = useQuery({
    ...queryOf(api.displays.list, { query }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'waiting') ? WAITING_MS : false),
  });
  const [pairing, setPairing] = useState<DisplayPairing>();
  const [removing, setRemoving] = useState<Display>();
  const remove = useRemoveDisplay(() => setRemoving(undefined));
  const isWaiting = pairing && displays.data?.some(({ _id, state }) => _id === pairing._id && state === 'waiting');
  return (
    <SectionCard title="Wall displays">
      <Stack sx={{ gap: 5 }}>
        <Typography color="textSecondary">
          Tablets that show the code for clocking in at {laboratory.name}. A display isn't an account. It can only show
          the code.
        </Typography>
        {!displays.data && <NotLoaded query={displays} what="the displays" skeleton={56} />}
        {displays.data?.length === 0 && <Typography>No wall displays yet.</Typography>}
        {displays.data && displays.data.length > 0 && (
          <Stack component="ul" sx={{ gap: 4, m: 0, p: 0, listStyle: 'none' }}>
            {displays.data.map((display) => (
              <Stack key={display._id} component="li" direction="row" sx={{ gap: 3, alignItems: 'center' }}>
                <div style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
                  <Typography sx={{ fontWeight: 500 }}>{display.name}</Typography>
                  <Typography variant="body2" color="textSecondary">
                    <DisplayState display={display} timezone={laboratory.timezone} />
                  </Typography>
                </div>
                <Button
                  color="inherit"
                  variant="outlined"
                  aria-label={`Remove ${display.name}`}
                  onClick={() => setRemoving(display)}
                  sx={{ minHeight: 44 }}
                >
                  Remove
                </Button>
              </Stack>
            ))}
          </Stack>
        )}
        {isWaiting && (
          <div role="status">
            <Typography>
              On the tablet, open <strong>{window.location.origin + paths.attendanceDisplay}</strong> and type this
              code. It pairs one display, until {formatTimeIn(laboratory.timezone, new Date(pairing.expiresAt ?? 0))}.
            </Typography>
            <Typography component="p" variant="figure" className="tabular" sx={{ mt: 2, letterSpacing: '0.08em' }}>
              {pairing.code}
            </Typography>
          </div>
        )}
        {displays.data && displays.data.length < MAX_DISPLAYS && (
          <NewDisplay laboratoryId={laboratory._id} onCreated={setPairing} />
        )}
        {displays.data && displays.data.length >= MAX_DISPLAYS && (
          <Typography>
            A laboratory can have at most {MAX_DISPLAYS} wall displays. Remove one to pair another.
          </Typography>
        )}
      </Stack>
      {removing && (
        <ConfirmDialog
          open
          title="Remove display"
          verb="Remove"
          destructive
          pending={remove.isPending}
          onConfirm={() => remove.mutate(removing._id)}
          onStop={remove.stop}
          onCancel={() => setRemoving(undefined)}
        >
          <strong>{removing.name}</strong> stops showing codes, and its stored codes stop working at once. You can pair
          it again with a new code.
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

function DisplayState({ display, timezone }: { display: Display; timezone: string }) {
  const { state, expiresAt, device, lastSeenAt, createdBy } = display;
  if (state === 'waiting') {
    if (expiresAt === null) return `Not paired yet · by ${createdBy}`;
    return `Not paired yet. The code expires at ${formatTimeIn(timezone, new Date(expiresAt))} · by ${createdBy}`;
  }
  if (lastSeenAt === null) return `${device} · by ${createdBy} · never seen`;
  return (
    <>
      {device} · by {createdBy} · last seen <RelativeTime instant={lastSeenAt} timeZone={timezone} />
    </>
  );
}

type NewDisplayProps = { laboratoryId: string; onCreated: (pairing: DisplayPairing) => void };

function NewDisplay({ laboratoryId, onCreated }: NewDisplayProps) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const create = useWrite({
    send: (body: CreateDisplayBody, { key }) => send(api.displays.create, { body }, { key }),
    stale: [keyOf(api.displays.list)],
    onSuccess: (pairing) => {
      setName('');
      onCreated(pairing);
    },
    onError: (error) => setFault(messageOf(error, "Couldn't create the code")),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const body = CreateDisplayBody.safeParse({ name, laboratoryId });
    setFault(body.error?.issues[0]?.message);
    if (body.success) create.mutate(body.data);
  };
  return (
    <Stack component="form" noValidate onSubmit={submit} direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
      <TextField
        label="Name of the new display"
        placeholder="Reception"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setFault(undefined);
        }}
        error={fault !== undefined}
        helperText={fault}
        slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
        sx={{ flex: 1, maxWidth: { sm: 320 } }}
      />
      <Button type="submit" variant="contained" loading={create.isPending} sx={{ minHeight: 44, alignSelf: 'start' }}>
        Create a pairing code
      </Button>
    </Stack>
  );
}

function useRemoveDisplay(onSettled: () => void) {
  return useWrite({
    send: (id: string, { signal }) => send(api.displays.remove, { params: { id } }, { signal }).catch(unlessGone),
    success: 'The display was removed',
    failure: "Couldn't remove the display",
    toastsFailure: true,
    stale: [keyOf(api.displays.list)],
    onSettled,
  });
}

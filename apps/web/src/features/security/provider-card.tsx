import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ProviderLink } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { queryOf, send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { formatInstant } from '../../lib/format';

const ownLink = queryOf(api.providerSignIn.link);

/** Whether the viewer's account opens with a sign-in at the provider. Nothing where there is no provider. */
export function ProviderCard() {
  const { data } = useQuery(ownLink);
  if (!data || data.label === null) return null;
  return <OwnLink link={data} label={data.label} />;
}

function OwnLink({ link: { state, since }, label }: { link: ProviderLink; label: string }) {
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState(false);
  const show = (link: ProviderLink) => {
    queryClient.setQueryData(ownLink.queryKey, link);
    setEnding(false);
  };
  const unlink = useWrite({
    send: (_, { signal }) => send(api.providerSignIn.unlink, {}, { signal }),
    success: 'Your account is no longer linked',
    failure: "Couldn't unlink your account",
    onSuccess: show,
  });
  const allow = useWrite({
    send: (_, { signal }) => send(api.providerSignIn.allowLink, { body: {} }, { signal }),
    success: 'The next sign-in there links your account',
    failure: "Couldn't allow the link",
    toastsFailure: true,
    onSuccess: show,
  });
  const day = since === null ? '' : formatInstant(since);
  const texts = {
    none: `Your account isn't linked yet. The first time you sign in with ${label}, it is linked by your email address.`,
    linked: `Linked ${day}. Signing in with ${label} opens your account.`,
    ended: `You unlinked it ${day}. Signing in with ${label} doesn't open your account.`,
  };
  return (
    <SectionCard title={`Sign-in with ${label}`}>
      <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
        <Typography color="textSecondary">{texts[state]}</Typography>
        {state === 'linked' && (
          <Button variant="outlined" color="inherit" onClick={() => setEnding(true)}>
            Unlink
          </Button>
        )}
        {state === 'ended' && (
          <Button variant="outlined" color="inherit" loading={allow.isPending} onClick={() => allow.mutate()}>
            Allow again
          </Button>
        )}
      </Stack>
      {ending && (
        <ConfirmDialog
          open
          title={`Unlink ${label}`}
          verb="Unlink"
          destructive
          pending={unlink.isPending}
          {...(unlink.fault !== undefined && { error: unlink.fault })}
          onConfirm={() => unlink.mutate()}
          onStop={unlink.stop}
          onCancel={() => setEnding(false)}
        >
          You then sign in here with your password or a passkey. Sessions started with {label} are signed out.
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AuthenticatorSetup, plural, RECOVERY_CODES, type SecondFactor } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Facts } from '../../ui/facts';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { RelativeTime } from '../../ui/relative-time';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { formatDate } from '../../lib/format';
import { AuthenticatorDialog } from './authenticator-dialog';
import { RecoveryCodes } from './recovery-codes';
import { ownSecondFactor } from './second-factor.queries';

type Step = { setup: AuthenticatorSetup } | { codes: readonly string[] } | 'removing' | undefined;

/** What the person signs in with besides the password. */
export function SecondFactorCard() {
  const factor = useQuery(ownSecondFactor);
  return (
    <SectionCard title="Second factor">
      {factor.data ? (
        <OwnSecondFactor factor={factor.data} />
      ) : (
        <NotLoaded query={factor} what="your second factor" skeleton={56} />
      )}
    </SectionCard>
  );
}

function OwnSecondFactor({ factor: { authenticator, recoveryCodesLeft } }: { factor: SecondFactor }) {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const stale = [ownSecondFactor.queryKey];
  const start = useWrite({
    send: (_, { signal }) => send(api.secondFactor.startAuthenticator, { body: {}, fetchOptions: { signal } }),
    failure: "Couldn't start",
    toastsFailure: true,
    onSuccess: (setup) => setStep({ setup }),
  });
  const renew = useWrite({
    send: (_, { signal }) => send(api.secondFactor.renewRecoveryCodes, { body: {}, fetchOptions: { signal } }),
    failure: "Couldn't create recovery codes",
    toastsFailure: true,
    stale,
    onSuccess: ({ recoveryCodes }) => setStep({ codes: recoveryCodes }),
  });
  const remove = useWrite({
    send: (_, { signal }) => send(api.secondFactor.removeAuthenticator, { fetchOptions: { signal } }),
    success: 'The authenticator app was removed',
    failure: "Couldn't remove the app",
    stale,
    onSuccess: close,
  });
  return (
    <>
      {authenticator ? (
        <Stack sx={{ gap: 4 }}>
          <Facts
            facts={[
              { label: 'Authenticator app', value: `Added ${formatDate(authenticator.addedAt, 'long')}` },
              {
                label: 'Last used',
                value: authenticator.lastUsedAt ? <RelativeTime instant={authenticator.lastUsedAt} /> : 'Never',
              },
              { label: 'Recovery codes', value: `${recoveryCodesLeft} of ${RECOVERY_CODES} left` },
            ]}
          />
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            <Button variant="outlined" color="inherit" loading={start.isPending} onClick={() => start.mutate()}>
              Replace app
            </Button>
            <Button variant="outlined" color="inherit" loading={renew.isPending} onClick={() => renew.mutate()}>
              Create new recovery codes
            </Button>
            <Button variant="outlined" color="error" onClick={() => setStep('removing')}>
              Remove app
            </Button>
          </Stack>
        </Stack>
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 4 }}>
            With a second factor, a stolen password isn't enough to sign in. You enter a code of your phone as well.
          </Typography>
          <Button variant="outlined" color="inherit" loading={start.isPending} onClick={() => start.mutate()}>
            Add authenticator app
          </Button>
        </>
      )}
      {typeof step === 'object' && 'setup' in step && (
        <AuthenticatorDialog
          setup={step.setup}
          onAdded={(codes) => setStep(codes.length > 0 ? { codes } : undefined)}
          onClose={close}
        />
      )}
      {typeof step === 'object' && 'codes' in step && <RecoveryCodes codes={step.codes} onClose={close} />}
      {step === 'removing' && (
        <ConfirmDialog
          open
          title="Remove authenticator app"
          verb="Remove app"
          destructive
          pending={remove.isPending}
          error={remove.fault}
          onConfirm={() => remove.mutate()}
          onStop={remove.stop}
          onCancel={close}
        >
          Your password alone is then enough to sign in.{' '}
          {recoveryCodesLeft > 0 &&
            plural(
              recoveryCodesLeft,
              'Your unused recovery code ends.',
              `Your ${recoveryCodesLeft} unused recovery codes end.`,
            )}
        </ConfirmDialog>
      )}
    </>
  );
}

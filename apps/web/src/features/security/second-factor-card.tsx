import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MAX_PASSKEYS, plural, RECOVERY_CODES, type SecondFactor } from '@shifa/contract';
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
import { unlessGone } from '../../lib/api-error';
import { formatDate } from '../../lib/format';
import { AddFactor } from './add-factor';
import { PasskeyList } from './passkey-list';
import { RecoveryCodes } from './recovery-codes';
import { ownSecondFactor } from './second-factor.queries';

type Step = { codes: readonly string[] } | 'removing' | undefined;

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

function OwnSecondFactor({ factor: { authenticator, passkeys, recoveryCodesLeft } }: { factor: SecondFactor }) {
  const [step, setStep] = useState<Step>();
  const isSet = authenticator !== null || passkeys.length > 0;
  const close = () => setStep(undefined);
  const stale = [ownSecondFactor.queryKey];
  const renew = useWrite({
    send: (_, { signal }) => send(api.secondFactor.renewRecoveryCodes, { body: {} }, { signal }),
    failure: "Couldn't create recovery codes",
    toastsFailure: true,
    stale,
    onSuccess: ({ recoveryCodes }) => setStep({ codes: recoveryCodes }),
  });
  const remove = useWrite({
    send: (_, { signal }) => send(api.secondFactor.removeAuthenticator, {}, { signal }).catch(unlessGone),
    success: 'The authenticator app was removed',
    failure: "Couldn't remove the app",
    stale,
    onSuccess: close,
  });
  return (
    <>
      <Stack sx={{ gap: 4 }}>
        {!isSet && (
          <Typography color="textSecondary">
            With a second factor, a stolen password isn't enough to sign in. You confirm on your own device as well.
          </Typography>
        )}
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
        {isSet && (
          <Facts
            facts={[
              {
                label: 'Authenticator app',
                value: authenticator ? `Added ${formatDate(authenticator.addedAt, 'long')}` : 'Not set',
              },
              ...(authenticator?.lastUsedAt
                ? [{ label: 'App last used', value: <RelativeTime instant={authenticator.lastUsedAt} /> }]
                : []),
              { label: 'Recovery codes', value: `${recoveryCodesLeft} of ${RECOVERY_CODES} left` },
            ]}
          />
        )}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <AddFactor
            passkeysFull={passkeys.length >= MAX_PASSKEYS}
            {...(authenticator && { appVerb: 'Replace app' })}
          />
          {isSet && (
            <Button variant="outlined" color="inherit" loading={renew.isPending} onClick={() => renew.mutate()}>
              Create new recovery codes
            </Button>
          )}
          {authenticator && (
            <Button variant="outlined" color="error" onClick={() => setStep('removing')}>
              Remove app
            </Button>
          )}
        </Stack>
      </Stack>
      {typeof step === 'object' && <RecoveryCodes codes={step.codes} onClose={close} />}
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
          {passkeys.length > 0
            ? "Your passkeys work as before. The app's codes don't."
            : `Your password alone is then enough to sign in, unless your role needs a second factor. ${endingCodes(recoveryCodesLeft)}`}
        </ConfirmDialog>
      )}
    </>
  );
}

function endingCodes(left: number): string {
  if (left === 0) return '';
  return plural(left, 'Your unused recovery code stops working.', `Your ${left} unused recovery codes stop working.`);
}

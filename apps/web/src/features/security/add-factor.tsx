import Button, { type ButtonProps } from '@mui/material/Button';
import type { AuthenticatorSetup } from '@shifa/contract';
import { useState } from 'react';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { AuthenticatorDialog } from './authenticator-dialog';
import { PasskeyDialog } from './passkey-dialog';
import { RecoveryCodes } from './recovery-codes';

type Step = { setup: AuthenticatorSetup } | { codes: readonly string[] } | 'passkey' | undefined;

type AddFactorProps = Pick<ButtonProps, 'size'> & {
  appVerb?: string;
  passkeysFull?: boolean;
  /** Once the factor is there, and its recovery codes have been shown if it is the first. */
  onAdded?: () => void;
};

/** Adds a passkey or an authenticator app, and shows the recovery codes that come with the first. */
export function AddFactor({
  appVerb = 'Add authenticator app',
  passkeysFull = false,
  onAdded,
  ...look
}: AddFactorProps) {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const start = useWrite({
    send: (_, { signal }) => send(api.secondFactor.startAuthenticator, { body: {} }, { signal }),
    failure: "Couldn't start",
    toastsFailure: true,
    onSuccess: (setup) => setStep({ setup }),
  });
  const added = (codes: readonly string[]) => {
    setStep(codes.length > 0 ? { codes } : undefined);
    if (codes.length === 0) onAdded?.();
  };
  const done = () => {
    close();
    onAdded?.();
  };
  return (
    <>
      <Button {...look} variant="outlined" color="inherit" disabled={passkeysFull} onClick={() => setStep('passkey')}>
        Add passkey
      </Button>
      <Button {...look} variant="outlined" color="inherit" loading={start.isPending} onClick={() => start.mutate()}>
        {appVerb}
      </Button>
      {step === 'passkey' && <PasskeyDialog onAdded={added} onClose={close} />}
      {typeof step === 'object' && 'setup' in step && (
        <AuthenticatorDialog setup={step.setup} onAdded={added} onClose={close} />
      )}
      {typeof step === 'object' && 'codes' in step && <RecoveryCodes codes={step.codes} onClose={done} />}
    </>
  );
}

import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import type { SecondFactorMethod, SecondStep } from '@shifa/contract';
import { type SubmitEvent, useState } from 'react';
import logo from '../../assets/logo.svg';
import { Banner } from '../../ui/feedback/banner';
import { Field } from '../../ui/fields/field';
import { useDocumentTitle } from '../../ui/use-document-title';
import { product } from '../../config/product';
import { finishSignIn } from './auth.actions';
import { Panel, Screen } from './sign-in-frame';

type SecondStepPageProps = {
  step: SecondStep;
  /** Back to the password; with a message if the sign-in has expired. */
  onBack: (message?: string) => void;
};

/** `choose` is what leads there from another method. A passkey has no field. */
const kinds = {
  authenticator: {
    title: 'Enter your code',
    help: 'Open your authenticator app and enter the 6 digits that it shows for Shifa MS.',
    label: 'Code',
    choose: 'Use your authenticator app',
    input: { inputMode: 'numeric', maxLength: 10 },
    submit: 'Sign in',
  },
  passkey: {
    title: 'Use your passkey',
    help: 'Your device asks you to confirm with your finger, face or PIN.',
    label: undefined,
    choose: 'Use a passkey',
    input: undefined,
    submit: 'Continue with passkey',
  },
  recovery: {
    title: 'Enter a recovery code',
    help: 'Enter one of the codes that you saved when you set up your second factor. Each works once.',
    label: 'Recovery code',
    choose: 'Use a recovery code',
    input: { autoCapitalize: 'characters', maxLength: 40, spellCheck: false },
    submit: 'Sign in',
  },
} as const;

/** The page after the password, where the account has a second factor. */
export function SecondStepPage({ step: { ticket, methods }, onBack }: SecondStepPageProps) {
  useDocumentTitle('Sign in');
  const [kind, setKind] = useState<SecondFactorMethod>(methods[0] ?? 'recovery');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<{ field?: string; form?: string }>({});
  const [pending, setPending] = useState(false);
  const { title, help, label, input, submit: verb } = kinds[kind];

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const result = kind === 'passkey' ? await withPasskey(ticket) : await finishSignIn(ticket, code);
    setPending(false);
    if (result.outcome === 'expired') onBack(result.message);
    else if (result.outcome === 'wrong') setFault({ field: result.message });
    else if (result.outcome === 'refused') setFault({ form: result.message });
  };
  const choose = (next: SecondFactorMethod) => {
    setKind(next);
    setCode('');
    setFault({});
  };

  return (
    <Screen>
      <Panel>
        <img src={logo} alt="" width={48} height={48} />
        <h1>{title}</h1>
        <p>{help}</p>
        <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 4 }}>
          {fault.form && <Banner tone="error">{fault.form}</Banner>}
          {label !== undefined && (
            <Field key={kind} label={label} {...(fault.field !== undefined && { error: fault.field })}>
              {(control) => (
                <OutlinedInput
                  {...control}
                  value={code}
                  autoComplete="one-time-code"
                  autoFocus
                  fullWidth
                  inputProps={input}
                  onChange={({ target }) => setCode(target.value)}
                />
              )}
            </Field>
          )}
          <Button type="submit" variant="contained" size="large" fullWidth loading={pending}>
            {verb}
          </Button>
          {methods
            .filter((method) => method !== kind)
            .map((method) => (
              <Button key={method} color="inherit" onClick={() => choose(method)}>
                {kinds[method].choose}
              </Button>
            ))}
          <Button color="inherit" onClick={() => onBack()}>
            Back
          </Button>
        </Stack>
      </Panel>
      <footer>
        {product.name} v{product.version}
      </footer>
    </Screen>
  );
}

async function withPasskey(ticket: string) {
  const { signInWithChosenPasskey } = await import('./passkey-sign-in');
  return signInWithChosenPasskey(ticket);
}

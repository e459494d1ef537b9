import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import type { SecondStep } from '@shifa/contract';
import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import logo from '../../assets/logo.svg';
import { ErrorBoundary } from '../../ui/error-boundary';
import { Banner } from '../../ui/feedback/banner';
import { Field } from '../../ui/fields/field';
import { PasswordInput } from '../../ui/fields/password-input';
import { useDocumentTitle } from '../../ui/use-document-title';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { useSession } from '../../data/use-session';
import { lazyComponent } from '../../lib/lazy-component';
import { Panel, Screen } from './sign-in-frame';

/** Validation, contract and client are larger than this page, so they are loaded while the person types. */
const loadSignIn = () => import('./auth.actions');

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  '& a': { justifySelf: 'center', padding: 8, color: theme.vars.palette.primary.main, textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
}));

const SecondStepPage = lazyComponent(async () => (await import('./second-step-page')).SecondStepPage);

const ProviderButton = lazyComponent(async () => (await import('./provider-button')).ProviderButton);

type Fault = { email?: string; password?: string; form?: string; step?: SecondStep };

type LoginPageProps = {
  /** Called when the person starts to fill in the form. */
  onTyping?: () => void;
};

export function LoginPage({ onTyping }: LoginPageProps) {
  useDocumentTitle('Sign in');
  const session = useSession();
  const [fault, setFault] = useState<Fault>({});
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useOfferedPasskeys(fault.step === undefined, setFault);

  const prepare = () => {
    void loadSignIn();
    onTyping?.();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const data = new FormData(event.currentTarget);
    const result = await attempt({ email: textOf(data, 'email'), password: textOf(data, 'password') });
    setPending(false);
    setFault(result);
    const first = result.email ? 'email' : result.password ? 'password' : undefined;
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };

  if (fault.step) {
    return (
      <Suspense fallback={<Screen />}>
        <SecondStepPage step={fault.step} onBack={(form) => setFault(form === undefined ? {} : { form })} />
      </Suspense>
    );
  }
  const ended = session.status === 'signed-out' && session.reason === 'expired' ? session : undefined;
  return (
    <Screen>
      <Panel>
        <img src={logo} alt="" width={48} height={48} />
        <h1>Sign in</h1>
        <p>Welcome to {product.name}, the home of your laboratory network.</p>
        <Form ref={form} noValidate onSubmit={(event) => void submit(event)} onInput={prepare}>
          {fault.form ? (
            <Banner tone="error">{fault.form}</Banner>
          ) : (
            ended && (
              <Banner tone={ended.message === undefined ? 'info' : 'warning'}>
                {ended.message ?? 'Your session has ended. Sign in to continue.'}
              </Banner>
            )
          )}
          <Field label="Email" error={fault.email}>
            {(control) => (
              <OutlinedInput
                {...control}
                name="email"
                type="email"
                autoComplete="username webauthn"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                fullWidth
                inputProps={emailInput}
              />
            )}
          </Field>
          <Field label="Password" error={fault.password}>
            {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
          </Field>
          <Button type="submit" variant="contained" size="large" fullWidth loading={pending}>
            Sign in
          </Button>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={null}>
              <ProviderButton onFault={(form) => setFault({ form })} />
            </Suspense>
          </ErrorBoundary>
        </Form>
      </Panel>
      <footer>
        {product.name} v{product.version}
      </footer>
    </Screen>
  );
}

/** Offers passkeys once the page is there, and where the browser can fill them in. */
function useOfferedPasskeys(isOffered: boolean, onFault: (fault: Fault) => void): void {
  useEffect(() => {
    if (!isOffered || !('PublicKeyCredential' in window)) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const offer = async () => {
      const { offerPasskeys } = await import('./passkey-sign-in');
      if (isOver) return;
      stop = offerPasskeys((message) => onFault({ form: message }));
    };
    const timer = setTimeout(() => void offer().catch(() => undefined), AFTER_PAINT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [isOffered, onFault]);
}

const AFTER_PAINT_MS = 500;

const emailInput = { inputMode: 'email' } as const;

async function attempt(form: { email: string; password: string }): Promise<Fault> {
  const actions = await loadSignIn().catch(() => undefined);
  if (!actions) return { form: "The page couldn't be loaded completely. Check your connection and try again." };
  const result = await actions.signIn(form);
  switch (result.outcome) {
    case 'signed-in':
      return {};
    case 'second-step':
      return { step: result.step };
    case 'invalid':
      return result.fields;
    case 'refused':
      return { form: result.message };
  }
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

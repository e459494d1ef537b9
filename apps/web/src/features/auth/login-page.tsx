import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import logo from '../../assets/logo.svg';
import { Banner } from '../../ui/feedback/banner';
import { Field } from '../../ui/fields/field';
import { PasswordInput } from '../../ui/fields/password-input';
import { useDocumentTitle } from '../../ui/use-document-title';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { useSession } from '../../data/use-session';

/** Validation, contract and client are larger than this page, so they are loaded while the person types. */
const loadSignIn = () => import('./auth.actions');

const Screen = styled('main')(({ theme }) => ({
  minHeight: '100dvh',
  boxSizing: 'border-box',
  display: 'grid',
  gridTemplateRows: '1fr auto 1.25fr auto',
  justifyItems: 'center',
  padding: 16,
  '& footer': { gridRow: 4, color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}));

const Panel = styled('section')(({ theme }) => ({
  gridRow: 2,
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 400,
  '& h1': { margin: '16px 0 4px', fontSize: '1.5rem', lineHeight: 1.3, fontWeight: 600, letterSpacing: '-0.015em' },
  '& p': { margin: '0 0 24px', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.up('sm')]: {
    padding: 32,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 16,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  '& a': { justifySelf: 'center', padding: 8, color: theme.vars.palette.primary.main, textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
}));

type Fault = { email?: string; password?: string; form?: string };

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
                autoComplete="username"
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
        </Form>
      </Panel>
      <footer>
        {product.name} v{product.version}
      </footer>
    </Screen>
  );
}

const emailInput = { inputMode: 'email' } as const;

async function attempt(form: { email: string; password: string }): Promise<Fault> {
  const actions = await loadSignIn().catch(() => undefined);
  if (!actions) return { form: "The page couldn't be loaded completely. Check your connection and try again." };
  const result = await actions.signIn(form);
  switch (result.outcome) {
    case 'signed-in':
      return {};
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

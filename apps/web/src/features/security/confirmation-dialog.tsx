import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ConfirmBody, SignInCodeSchema } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { Banner } from '../../ui/feedback/banner';
import { Field } from '../../ui/fields/field';
import { PasswordInput } from '../../ui/fields/password-input';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { ApiError } from '../../lib/api-error';
import { ownSecondFactor } from './second-factor.queries';
import { useProviderConfirmation } from './use-provider-confirmation';

type Way = 'provider' | 'password' | 'code';

/** Takes the password, a code or another sign-in at the provider, before something that a stolen session must not be enough for. */
export function ConfirmationDialog({ onSettle }: { onSettle: (isConfirmed: boolean) => void }) {
  const factor = useQuery(ownSecondFactor);
  const provider = useProviderConfirmation(() => onSettle(true));
  const [chosen, setChosen] = useState<Way>();
  // Those who sign in there may have no password of their own.
  const way = chosen ?? (provider.label === null ? 'password' : 'provider');
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string>();
  const confirm = useWrite({
    send: (body: ConfirmBody, { signal }) => send(api.secondFactor.confirm, { body }, { signal }),
    failure: "Couldn't confirm",
    onSuccess: () => onSettle(true),
    onError: (error) => setFault(error instanceof ApiError ? error.errors[0]?.message : undefined),
  });

  const withPasskey = useWrite({
    send: async (_, { signal }) => {
      const options = await send(api.secondFactor.startPasskey, { body: {} }, { signal });
      const { askForPasskey } = await import('../../lib/passkeys');
      const answer = await askForPasskey(options);
      return send(api.secondFactor.confirm, { body: { answer } }, { signal });
    },
    failure: 'No passkey was chosen. Try again, or use another way.',
    onSuccess: () => onSettle(true),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form behind the dialog is not to be sent as well.
    event.stopPropagation();
    if (confirm.isPending) return;
    const code = SignInCodeSchema.safeParse(value);
    if (way === 'provider') provider.begin();
    else if (way === 'password' && value === '') setFault('Password is required');
    else if (way === 'code' && !code.success) setFault(code.error.issues[0]?.message);
    else confirm.mutate(way === 'password' ? { password: value } : { code: code.data ?? '' });
  };
  const choose = (next: Way) => {
    setChosen(next);
    setValue('');
    setFault(undefined);
    confirm.reset();
    provider.stop();
  };
  const cancel = () => (confirm.isPending ? confirm.stop() : onSettle(false));
  const failed = confirm.fault ?? withPasskey.fault ?? provider.fault;
  const onChange = ({ target }: { target: { value: string } }) => setValue(target.value);
  const error = fault === undefined ? {} : { error: fault };
  const signInAgain = provider.label === null ? '' : `Sign in again with ${provider.label ?? '…'}`;
  return (
    <AppDialog
      title="Confirm it's you"
      onClose={cancel}
      onSubmit={submit}
      pending={confirm.isPending}
      decision={
        way !== 'provider' && (
          <Button type="submit" variant="contained" loading={confirm.isPending}>
            Confirm
          </Button>
        )
      }
    >
      <Typography color="textSecondary">
        This needs a sign-in within the last 10 minutes. What you entered is kept.
      </Typography>
      {failed !== undefined && fault === undefined && <Banner tone="error">{failed}</Banner>}
      {way === 'provider' && provider.isOpen && (
        <Banner tone="info">
          Sign in with {provider.label} in the window that has opened. Then this page goes on by itself.
        </Banner>
      )}
      {way === 'provider' && (
        // Here and not beside Cancel, where a long name would have no room on a phone.
        <Button type="submit" variant="contained" fullWidth loading={provider.label === undefined}>
          {provider.isOpen ? 'Open it again' : signInAgain}
        </Button>
      )}
      {way === 'password' && (
        <Field key="password" label="Password" {...error}>
          {(control) => (
            <PasswordInput {...control} value={value} autoComplete="current-password" autoFocus onChange={onChange} />
          )}
        </Field>
      )}
      {way === 'code' && (
        <Field key="code" label="Code" help="Of your authenticator app, or a recovery code" {...error}>
          {(control) => (
            <OutlinedInput
              {...control}
              value={value}
              autoComplete="one-time-code"
              autoFocus
              fullWidth
              inputProps={{ maxLength: 40, spellCheck: false }}
              onChange={onChange}
            />
          )}
        </Field>
      )}
      <Stack sx={otherWays}>
        {provider.label !== null && way !== 'provider' && (
          <Button color="inherit" onClick={() => choose('provider')}>
            {signInAgain}
          </Button>
        )}
        {factor.data && factor.data.passkeys.length > 0 && (
          <Button color="inherit" loading={withPasskey.isPending} onClick={() => withPasskey.mutate()}>
            Use a passkey
          </Button>
        )}
        {way !== 'code' && factor.data?.authenticator && (
          <Button color="inherit" onClick={() => choose('code')}>
            Use a code
          </Button>
        )}
        {way !== 'password' && (
          <Button color="inherit" onClick={() => choose('password')}>
            Use your password
          </Button>
        )}
      </Stack>
    </AppDialog>
  );
}

/** Their texts begin where the other texts do. */
const otherWays = { alignItems: 'start', gap: 1, ml: '-14px', '&:empty': { display: 'none' } } as const;

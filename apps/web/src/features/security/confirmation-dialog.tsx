import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
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

/** Takes the password or a code, before something that a stolen session must not be enough for. */
export function ConfirmationDialog({ onSettle }: { onSettle: (isConfirmed: boolean) => void }) {
  const factor = useQuery(ownSecondFactor);
  const [kind, setKind] = useState<'password' | 'code'>('password');
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
    if (kind === 'password' && value === '') setFault('Password is required');
    else if (kind === 'code' && !code.success) setFault(code.error.issues[0]?.message);
    else confirm.mutate(kind === 'password' ? { password: value } : { code: code.data ?? '' });
  };
  const choose = (next: typeof kind) => {
    setKind(next);
    setValue('');
    setFault(undefined);
    confirm.reset();
  };
  const failed = confirm.fault ?? withPasskey.fault;
  const onChange = ({ target }: { target: { value: string } }) => setValue(target.value);
  const error = fault === undefined ? {} : { error: fault };
  return (
    <AppDialog
      title="Confirm it's you"
      onClose={() => (confirm.isPending ? confirm.stop() : onSettle(false))}
      onSubmit={submit}
      actions={
        <>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => (confirm.isPending ? confirm.stop() : onSettle(false))}
          >
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={confirm.isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <Typography color="textSecondary">
        This needs a sign-in within the last 10 minutes. What you entered is kept.
      </Typography>
      {failed !== undefined && fault === undefined && <Banner tone="error">{failed}</Banner>}
      {kind === 'password' ? (
        <Field key="password" label="Password" {...error}>
          {(control) => (
            <PasswordInput {...control} value={value} autoComplete="current-password" autoFocus onChange={onChange} />
          )}
        </Field>
      ) : (
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
      {factor.data && factor.data.passkeys.length > 0 && (
        <Button
          color="inherit"
          sx={{ alignSelf: 'start' }}
          loading={withPasskey.isPending}
          onClick={() => withPasskey.mutate()}
        >
          Use a passkey
        </Button>
      )}
      {factor.data?.authenticator && (
        <Button
          color="inherit"
          sx={{ alignSelf: 'start' }}
          onClick={() => choose(kind === 'password' ? 'code' : 'password')}
        >
          {kind === 'password' ? 'Use a code' : 'Use your password'}
        </Button>
      )}
    </AppDialog>
  );
}

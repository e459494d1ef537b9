import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { LinkTokenSchema, ResetPasswordForm } from '@shifa/contract';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '../../ui/feedback/banner';
import { FormText } from '../../ui/fields/form-text';
import { useCheckedForm } from '../../ui/fields/use-checked-form';
import { PublicPage } from '../../ui/public-page';
import { placeServerFaults } from '../../screens/form/server-faults';
import { paths } from '../../config/paths';
import { api, bodyOf } from '../../data/api';
import { ApiError, messageOf } from '../../lib/api-error';
import { PasswordStrength } from './password-strength';

/** Where the link of an email leads. The token follows the `#`, so that no server or log sees it. */
export function ResetPasswordPage() {
  const token = LinkTokenSchema.safeParse(useLocation().hash.slice(1)).data;
  const [isDone, setDone] = useState(false);
  const [isInvalid, setInvalid] = useState(token === undefined);
  return (
    <PublicPage title="Set a new password">
      {isDone && (
        <Next label="Sign in" to={paths.login}>
          <Banner tone="success">Your password was changed. You're signed out on all devices.</Banner>
        </Next>
      )}
      {isInvalid && (
        <Next label="Request a new link" to={paths.forgotPassword}>
          <Banner tone="error">This link is invalid, was already used or has expired.</Banner>
        </Next>
      )}
      {!isDone && !isInvalid && token !== undefined && (
        <NewPasswordForm token={token} onDone={() => setDone(true)} onInvalid={() => setInvalid(true)} />
      )}
    </PublicPage>
  );
}

type NextProps = { label: string; to: string; children: ReactNode };

function Next({ label, to, children }: NextProps) {
  return (
    <Stack sx={{ gap: 6, mt: 4 }}>
      {children}
      <Button component={Link} to={to} variant="contained" size="large">
        {label}
      </Button>
    </Stack>
  );
}

type NewPasswordFormProps = { token: string; onDone: () => void; onInvalid: () => void };

function NewPasswordForm({ token, onDone, onInvalid }: NewPasswordFormProps) {
  const [fault, setFault] = useState<string>();
  const form = useCheckedForm({
    resolver: zodResolver(ResetPasswordForm),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const submit = form.handleSubmit(async (values) => {
    setFault(undefined);
    try {
      await bodyOf(api.passwordResets.complete.mutate({ body: { token, newPassword: values.newPassword } }));
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'LINK_INVALID') {
        onInvalid();
        return;
      }
      placeServerFaults(form, error);
      setFault(messageOf(error, 'Failed to update password. Please try again.'));
    }
  });
  const shared = { control: form.control, type: 'password', autoComplete: 'new-password' } as const;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack sx={{ gap: 4 }}>
        <Typography>Choose a password that only you know.</Typography>
        {fault !== undefined && <Banner tone="error">{fault}</Banner>}
        <FormText {...shared} name="newPassword" label="New Password" />
        <PasswordStrength password={newPassword} />
        <FormText {...shared} name="confirmPassword" label="Confirm New Password" />
        <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}

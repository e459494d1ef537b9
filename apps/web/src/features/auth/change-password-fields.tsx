import Stack from '@mui/material/Stack';
import { useWatch } from 'react-hook-form';
import { Banner } from '../../ui/feedback/banner';
import { FormText } from '../../ui/fields/form-text';
import { PasswordStrength } from './password-strength';
import type { useChangePassword } from './use-change-password';

type ChangePasswordFieldsProps = Pick<ReturnType<typeof useChangePassword>, 'form' | 'fault' | 'done' | 'pending'> & {
  /** Of the password that the person signed in with. */
  currentLabel?: string;
};

/** The three passwords, the strength of the new one, and the server's response. */
export function ChangePasswordFields(props: ChangePasswordFieldsProps) {
  const {
    form: { control },
    fault,
    done,
    pending,
    currentLabel = 'Current Password',
  } = props;
  const newPassword = useWatch({ control, name: 'newPassword' });
  const shared = { control, type: 'password', disabled: done || pending } as const;
  return (
    <Stack sx={{ gap: 4 }}>
      {done && <Banner tone="success">Password Updated Successfully! Your password has been changed.</Banner>}
      {fault && <Banner tone="error">{fault}</Banner>}
      <FormText {...shared} name="currentPassword" label={currentLabel} autoComplete="current-password" />
      <FormText {...shared} name="newPassword" label="New Password" autoComplete="new-password" />
      <PasswordStrength password={newPassword} />
      <FormText {...shared} name="confirmPassword" label="Confirm New Password" autoComplete="new-password" />
    </Stack>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { ChangePasswordForm } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { placeServerFaults } from '../../components/form/server-faults';
import { api } from '../../lib/api';
import { ApiError, messageOf } from '../../lib/api-error';
import { authQueries } from './auth.queries';

/** How long the success stays before the form goes away. */
const SUCCESS_SHOWN_MS = 1_500;

/** The form that changes one's own password; `onDone` follows the success after 1.5 s. */
export function useChangePassword(onDone: () => void) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(false);
  const [fault, setFault] = useState<string>();
  const form = useForm({
    resolver: zodResolver(ChangePasswordForm),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    mode: 'onTouched',
  });

  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => finish(), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    setFault(undefined);
    try {
      await api.auth.changePassword.mutate({ body: { currentPassword, newPassword } });
      setDone(true);
      enqueueSnackbar('Password updated successfully', { variant: 'success' });
      // It ended every other session.
      void queryClient.invalidateQueries({ queryKey: authQueries.sessions.queryKey });
    } catch (error) {
      placeServerFaults(form, error);
      const message = messageOf(error, errorIn(error) ?? 'Failed to update password. Please try again.');
      setFault(message);
      enqueueSnackbar(message, { variant: 'error' });
    }
  });

  return { form, submit, pending: form.formState.isSubmitting, done, fault };
}

/** What stands under `error` in an answer that has no message, as a proxy's may. */
function errorIn(error: unknown): string | undefined {
  return error instanceof ApiError ? error.error : undefined;
}

import { zodResolver } from '@hookform/resolvers/zod';
import { ChangePasswordForm } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useState } from 'react';
import { useCheckedForm } from '../../ui/fields/use-checked-form';
import { placeServerFaults } from '../../screens/form/server-faults';
import { useErrorToast } from '../../ui/use-error-toast';
import { api } from '../../data/api';
import { ApiError, messageOf } from '../../lib/api-error';
import { useTemporary } from '../../lib/use-temporary';
import { ownSessions } from './auth.queries';

/** How long the success message is shown before the form closes. */
const SUCCESS_SHOWN_MS = 1_500;

/** The form that changes the own password; `onDone` is called 1.5 s after the success. */
export function useChangePassword(onDone: () => void) {
  const queryClient = useQueryClient();
  const toast = useErrorToast();
  const [done = false, setDone] = useTemporary<true>(SUCCESS_SHOWN_MS, onDone);
  const [fault, setFault] = useState<string>();
  const form = useCheckedForm({
    resolver: zodResolver(ChangePasswordForm),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    setFault(undefined);
    toast.clear();
    try {
      await api.auth.changePassword.mutate({ body: { currentPassword, newPassword } });
      setDone(true);
      enqueueSnackbar('Password updated successfully', { variant: 'success' });
      // The server ended all other sessions.
      void queryClient.invalidateQueries({ queryKey: ownSessions.queryKey });
    } catch (error) {
      placeServerFaults(form, error);
      const message = messageOf(error, errorIn(error) ?? 'Failed to update password. Please try again.');
      setFault(message);
      toast.show(error, message);
    }
  });

  return { form, submit, pending: form.formState.isSubmitting, done, fault };
}

/** The `error` of a response without a message, such as a proxy's. */
function errorIn(error: unknown): string | undefined {
  return error instanceof ApiError ? error.error : undefined;
}

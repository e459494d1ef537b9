import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ForgotPasswordBody } from '@shifa/contract';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../../ui/feedback/banner';
import { FormText } from '../../ui/fields/form-text';
import { useCheckedForm } from '../../ui/fields/use-checked-form';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { PublicPage } from '../../ui/public-page';
import { placeServerFaults } from '../../screens/form/server-faults';
import { paths } from '../../config/paths';
import { api, bodyOf } from '../../data/api';
import { messageOf } from '../../lib/api-error';

/** How someone who has forgotten their password gets a new one: by email, or from an administrator. */
export function ForgotPasswordPage() {
  const { data: offer, ...query } = useOffer();
  return (
    <PublicPage title="Forgot your password?">
      {!offer && <NotLoaded query={query} what="this page" skeleton={160} />}
      {offer?.byEmail === true && <RequestForm />}
      {offer?.byEmail === false && (
        <Stack sx={{ gap: 6 }}>
          <Typography>
            Ask your lab admin, or a super admin, to issue a temporary password. You choose your own password when you
            sign in with it.
          </Typography>
          <BackToSignIn />
        </Stack>
      )}
    </PublicPage>
  );
}

/** Without a query client, which belongs to a signed-in person. */
function useOffer() {
  const [data, setData] = useState<{ byEmail: boolean }>();
  const [error, setError] = useState<Error | null>(null);
  const load = useCallback(() => {
    bodyOf(api.passwordResets.offer.query()).then(
      (body) => setData(body.data),
      (fault: unknown) => setError(fault as Error),
    );
  }, []);
  useEffect(load, [load]);
  const refetch = () => {
    setError(null);
    load();
  };
  return { data, error, refetch };
}

function RequestForm() {
  const [answer, setAnswer] = useState<string>();
  const [fault, setFault] = useState<string>();
  const form = useCheckedForm({ resolver: zodResolver(ForgotPasswordBody), defaultValues: { email: '' } });
  const submit = form.handleSubmit(async (body) => {
    setFault(undefined);
    try {
      const { message } = await bodyOf(api.passwordResets.request.mutate({ body }));
      setAnswer(message);
    } catch (error) {
      placeServerFaults(form, error);
      setFault(messageOf(error, "Couldn't send the link. Try again in a moment."));
    }
  });
  if (answer !== undefined) {
    return (
      <Stack sx={{ gap: 6 }}>
        <Banner tone="success">{answer}.</Banner>
        <Typography>
          No email? Check the spam folder. If your address isn't confirmed, ask your lab admin for a temporary password.
        </Typography>
        <BackToSignIn />
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack sx={{ gap: 4 }}>
        <Typography>Enter the email address of your account. We send a link that sets a new password.</Typography>
        {fault !== undefined && <Banner tone="error">{fault}</Banner>}
        <FormText control={form.control} name="email" label="Email" type="email" autoComplete="username" />
        <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting}>
          Send link
        </Button>
        <BackToSignIn />
      </Stack>
    </form>
  );
}

export function BackToSignIn() {
  return (
    <Button component={Link} to={paths.login} color="inherit">
      Back to sign-in
    </Button>
  );
}

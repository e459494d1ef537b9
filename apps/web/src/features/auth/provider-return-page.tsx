import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { PROVIDER_CONFIRMATION_STATE, ProviderAnswerBody } from '@shifa/contract';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { z } from 'zod';
import { Banner } from '../../ui/feedback/banner';
import { LoadingScreen } from '../../ui/loading/loading-screen';
import { PublicPage } from '../../ui/public-page';
import { paths } from '../../config/paths';
import { useSession } from '../../data/use-session';
import { stored } from '../../lib/storage';
import { signInWithProvider, type SignInResult } from './auth.actions';
import { ProviderConfirmationReturn } from './provider-confirmation-return';
import { SecondStepPage } from './second-step-page';

/** Where the person was before they signed in; only within the product. */
const Origin = z.object({
  from: z.object({ pathname: z.string().regex(/^\/(?![/\\])/), search: z.string(), hash: z.string() }).optional(),
  owner: z.string().optional(),
});

const FAILED = 'The sign-in was cancelled or refused. Try again, or sign in with your password.';

/** Where the provider sends the browser back to. Its answer is used at once and leaves the address. */
export function ProviderReturnPage() {
  const { search } = useLocation();
  const [returned] = useState(() => Object.fromEntries(new URLSearchParams(search)));
  // It starts no session, and has to leave the one that there is as it is.
  const isConfirmation = returned['state']?.startsWith(PROVIDER_CONFIRMATION_STATE) ?? false;
  return isConfirmation ? <ProviderConfirmationReturn returned={returned} /> : <SignInReturn returned={returned} />;
}

function SignInReturn({ returned }: { returned: Record<string, string> }) {
  const session = useSession();
  const [answer] = useState(() => ProviderAnswerBody.safeParse(returned).data);
  const [origin] = useState(originOf);
  const [result, setResult] = useState<SignInResult>();
  useEffect(() => {
    if (answer) finishOnce(answer, setResult);
  }, [answer]);

  if (result?.outcome === 'signed-in' || (result?.outcome === 'second-step' && session.status === 'signed-in')) {
    return <Navigate to={paths.login} replace state={origin} />;
  }
  if (result?.outcome === 'second-step') {
    return (
      <SecondStepPage step={result.step} onBack={(message = FAILED) => setResult({ outcome: 'refused', message })} />
    );
  }
  const fault = result?.outcome === 'refused' ? result.message : answer ? undefined : FAILED;
  if (fault === undefined) return <LoadingScreen message="Signing in..." />;
  return (
    <PublicPage title="Sign in">
      <Stack sx={{ gap: 6 }}>
        <Banner tone="error">{fault}</Banner>
        <Button component={Link} to={paths.login} variant="contained" size="large">
          Back to sign in
        </Button>
      </Stack>
    </PublicPage>
  );
}

let underWay: { state: string; result: Promise<SignInResult> } | undefined;

/** An answer can be used once, however often the page is rendered. */
function finishOnce(answer: ProviderAnswerBody, onResult: (result: SignInResult) => void): void {
  if (underWay?.state !== answer.state) underWay = { state: answer.state, result: signInWithProvider(answer) };
  void underWay.result.then(onResult);
  stored.returnTo.remove();
  window.history.replaceState(window.history.state, '', paths.providerReturn);
}

function originOf(): z.infer<typeof Origin> {
  try {
    return Origin.catch({}).parse(JSON.parse(stored.returnTo.read() ?? '{}'));
  } catch {
    return {};
  }
}

import type { PasskeyRequest } from '@shifa/contract';
import { request } from '../../data/http';
import { askForPasskey, canHavePasskeys, stopAsking } from '../../lib/passkeys';
import type { PasskeyResult } from './auth.actions';

/** Before the challenge ends, after five minutes. */
const ASK_AGAIN_MS = 4 * 60_000;

/** Small enough for the sign-in page: the client of the contract is only fetched for an answer. */
async function challenge(): Promise<PasskeyRequest> {
  const headers = { 'content-type': 'application/json' };
  const { body } = await request({ method: 'POST', path: '/api/auth/passkey/options', headers, body: '{}' });
  return (body as { data: PasskeyRequest }).data;
}

/**
 * Offers passkeys among what the browser fills in, as long as the page is open. Returns the function that ends it. What
 * fails is not told: no one asked for it.
 */
export function offerPasskeys(onRefused: (message: string) => void): () => void {
  const over = new AbortController();
  const ask = async () => {
    if (!canHavePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable())) return;
    const options = await challenge();
    if (over.signal.aborted) return;
    const answer = await askForPasskey(options, { quietly: true });
    const { signInWithPasskey } = await import('./auth.actions');
    const result = await signInWithPasskey(answer);
    if (result.outcome === 'refused') onRefused(result.message);
  };
  const askQuietly = () => void ask().catch(() => undefined);
  askQuietly();
  const timer = setInterval(askQuietly, ASK_AGAIN_MS);
  return () => {
    over.abort();
    clearInterval(timer);
    stopAsking();
  };
}

/**
 * Signs in with the passkey that the person chooses in a dialog of the browser. Never throws.
 * @param ticket of the sign-in whose second step it is.
 */
export async function signInWithChosenPasskey(ticket?: string): Promise<PasskeyResult> {
  const asked = challenge().then((options) => askForPasskey(options));
  const [{ signInWithPasskey }, answer] = await Promise.all([import('./auth.actions'), asked.catch(() => undefined)]);
  if (answer) return signInWithPasskey(answer, ticket);
  return { outcome: 'refused', message: 'No passkey was chosen. Try again, or use another way.' };
}

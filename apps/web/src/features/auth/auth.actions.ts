import { LoginBody, type SessionUser } from '@shifa/contract';
import { api, bodyOf } from '../../lib/api';
import { messageOf } from '../../lib/api-error';
import { session } from '../../lib/session';

/** What became of an attempt to sign in; a success shows in the session itself. */
export type SignInResult =
  | { outcome: 'signed-in' }
  | { outcome: 'invalid'; fields: Partial<Record<keyof LoginBody, string>> }
  | { outcome: 'refused'; message: string };

/** Signs in. Never throws: whatever goes wrong is in the result, in the words to show. */
export async function signIn(form: Record<keyof LoginBody, string>): Promise<SignInResult> {
  const body = LoginBody.safeParse(form);
  if (!body.success) {
    const faults = body.error.issues.map(({ path, message }) => [path[0], message]).reverse();
    return { outcome: 'invalid', fields: Object.fromEntries(faults) as Partial<Record<keyof LoginBody, string>> };
  }
  try {
    const answer = await bodyOf(api.auth.login.mutate({ body: body.data }));
    return begin(answer);
  } catch (error) {
    return { outcome: 'refused', message: messageOf(error, 'Login failed') };
  }
}

/** Nothing is believed of the answer that everything after depends on. */
function begin({ data }: { data?: { token?: string; user?: SessionUser } }): SignInResult {
  if (!data?.token) return { outcome: 'refused', message: 'No token received from server' };
  if (!data.user) return { outcome: 'refused', message: 'No user data received from server' };
  session.start(data.token, data.user);
  return { outcome: 'signed-in' };
}

/** Asks who the stored token belongs to. Whatever fails, the token and the person are forgotten. */
export async function checkSession(): Promise<void> {
  const token = session.token();
  try {
    const { data } = await bodyOf(api.auth.me.query());
    if (token === session.token()) session.update(data.user);
  } catch {
    if (token === session.token()) session.end('expired');
  }
}

/**
 * Signs out here and in every other tab, whatever the server answers. Nobody waits for it: the server also closes the
 * socket, and what is refetched then must not find a session that is half gone.
 */
export function signOut(): void {
  const farewell = api.auth.logout.mutate({ body: {}, fetchOptions: { keepalive: true } });
  session.end('left');
  // The token is forgotten either way, which is what the person asked for.
  farewell.catch(() => undefined);
}

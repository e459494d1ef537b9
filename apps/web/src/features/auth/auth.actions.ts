import { LoginBody, type SessionUser } from '@shifa/contract';
import { api, bodyOf } from '../../lib/api';
import { messageOf } from '../../lib/api-error';
import { session } from '../../lib/session';

/** The result of an attempt to sign in; a success is also visible in the session. */
export type SignInResult =
  | { outcome: 'signed-in' }
  | { outcome: 'invalid'; fields: Partial<Record<keyof LoginBody, string>> }
  | { outcome: 'refused'; message: string };

/** Signs in. Never throws: the result contains every failure, with the message to show. */
export async function signIn(form: Record<keyof LoginBody, string>): Promise<SignInResult> {
  const body = LoginBody.safeParse(form);
  if (!body.success) {
    const faults = body.error.issues.map(({ path, message }) => [path[0], message]).reverse();
    return { outcome: 'invalid', fields: Object.fromEntries(faults) as Partial<Record<keyof LoginBody, string>> };
  }
  try {
    return startSession(await bodyOf(api.auth.login.mutate({ body: body.data })));
  } catch (error) {
    return { outcome: 'refused', message: messageOf(error, 'Login failed') };
  }
}

/** Checks the response, as everything after it depends on it. */
function startSession({ data }: { data?: { token?: string; user?: SessionUser } }): SignInResult {
  if (!data?.token) return { outcome: 'refused', message: 'No token received from server' };
  if (!data.user) return { outcome: 'refused', message: 'No user data received from server' };
  session.start(data.token, data.user);
  return { outcome: 'signed-in' };
}

/** Fetches the person whom the stored token belongs to; after any failure token and person are discarded. */
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
 * Signs out here and in every other tab, whatever the server answers. It does not wait for the server, which also
 * closes the socket: what is refetched then must not find a session that is about to end.
 */
export function signOut(): void {
  const request = api.auth.logout.mutate({ body: {}, fetchOptions: { keepalive: true } });
  session.end('left');
  // The token is discarded in any case.
  request.catch(() => undefined);
}

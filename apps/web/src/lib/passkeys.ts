import type { AddPasskeyBody, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@shifa/contract';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** Passkeys belong to a name: not to an address of numbers, and only where the connection is secure. */
export function canHavePasskeys({ hostname }: Pick<Location, 'hostname'> = window.location): boolean {
  return browserSupportsWebAuthn() && window.isSecureContext && !/^[\d.]+$|^\[/.test(hostname);
}

/** Makes a passkey. Throws when the person cancels, or the device has one already. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<AddPasskeyBody['answer']> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject } };
}

/**
 * Asks for a passkey; `quietly` among what the browser offers to fill in, and so perhaps never. The next question ends
 * the last one. Throws when the person cancels.
 */
export async function askForPasskey(optionsJSON: PasskeyRequest, { quietly = false } = {}): Promise<PasskeyAnswer> {
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: quietly });
  const { id, rawId, type, response } = answer;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const named = userHandle === undefined ? {} : { userHandle };
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, ...named } };
}

/** Ends a question that is still open. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

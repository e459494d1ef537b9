import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 12;
const MAC_BYTES = 20;

/** A new secret for a link; only its hash is stored. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashSecret(token) };
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** What the link that resets a password is made for, so that it does not outlive a change of either. */
export function describeAccount({ email, passwordHash }: { email: string; passwordHash: string }): string {
  return hashSecret(`${email}\n${passwordHash}`);
}

/**
 * The token of the link that turns the digests of a person off: their id with a signature, so that it is not stored and
 * works as long as the email exists (RFC 8058).
 */
export function unsubscribeToken(secret: string, userId: string): string {
  const id = Buffer.from(userId, 'hex');
  return Buffer.concat([id, sign(secret, id)]).toString('base64url');
}

/** The person of the link, or undefined if the token is forged. */
export function personOfUnsubscribeToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
  const id = bytes.subarray(0, ID_BYTES);
  return timingSafeEqual(bytes.subarray(ID_BYTES), sign(secret, id)) ? id.toString('hex') : undefined;
}

function sign(secret: string, id: Buffer): Buffer {
  return createHmac('sha256', secret).update('unsubscribe').update(id).digest().subarray(0, MAC_BYTES);
}

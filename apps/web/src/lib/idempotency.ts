/**
 * A key for `Idempotency-Key`: one for each form that creates a fact, so that sending it twice creates one. Not
 * `crypto.randomUUID`, which is missing where the page came over plain http from another machine.
 */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

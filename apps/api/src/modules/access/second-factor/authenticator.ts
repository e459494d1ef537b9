import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Clocks of telephones differ, and people take a while to type. */
const STEPS_AROUND = 1;
const ISSUER = 'Shifa MS';

/** RFC 6238 with what every authenticator app takes for granted: SHA-1, 6 digits, 30 seconds. */
function authenticatorOf(secret: string, label = ''): TOTP {
  const options = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;
  return new TOTP({ ...options, issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}

/** 160 bits, as RFC 4226 recommends, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the QR code of the secret holds. */
export function addressOf(secret: string, label: string): string {
  return authenticatorOf(secret, label).toString();
}

/** The 30 seconds that the code belongs to, counted from 1970; undefined if it is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const distance = authenticatorOf(secret).validate({ token: code, timestamp, window: STEPS_AROUND });
  return distance === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + distance;
}

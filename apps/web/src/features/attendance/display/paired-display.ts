import { CODE_WINDOW_SECONDS, type DisplayCodes, DisplayCodesSchema } from '@shifa/contract';
import { z } from 'zod';
import { stored } from '../../../lib/storage';

export const WINDOW_MS = CODE_WINDOW_SECONDS * 1_000;

/** What a paired tablet keeps, so that it shows codes for some hours without a network, also after a restart. */
const StoredDisplay = z.object({
  token: z.string(),
  /** By how much the server's clock is ahead of the tablet's, in milliseconds. */
  skew: z.number(),
  codes: DisplayCodesSchema.omit({ now: true }).nullable(),
});
export type PairedDisplay = z.infer<typeof StoredDisplay>;

export function storedDisplay(): PairedDisplay | undefined {
  try {
    const { data } = StoredDisplay.safeParse(JSON.parse(stored.wallDisplay.read() ?? 'null'));
    return data;
  } catch {
    return undefined;
  }
}

export function keepDisplay(display: PairedDisplay | undefined): void {
  try {
    if (display) stored.wallDisplay.write(JSON.stringify(display));
    else stored.wallDisplay.remove();
  } catch {
    // Without room for them, codes are lost with the page, and the tablet has to be paired again.
  }
}

/** 32 random bytes in base64url, by which the server knows the tablet again. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export const windowAt = (instant: number): number => Math.floor(instant / WINDOW_MS);

/** The first window that the display has no code of. */
export const endOf = ({ codes }: Pick<PairedDisplay, 'codes'>): number =>
  codes === null ? 0 : codes.first + codes.tokens.length;

/** The display with what was fetched at `receivedAt` by its own clock. Codes that are over are dropped. */
export function withFetched(
  display: PairedDisplay,
  { now, ...fetched }: DisplayCodes,
  receivedAt: number,
): PairedDisplay {
  const known = display.codes?.tokens ?? [];
  const continues = display.codes !== null && fetched.first === endOf(display);
  const [first, tokens] = continues
    ? [fetched.first - known.length, [...known, ...fetched.tokens]]
    : [fetched.first, fetched.tokens];
  const past = Math.min(Math.max(0, windowAt(Date.parse(now)) - first), tokens.length);
  const codes = { ...fetched, first: first + past, tokens: tokens.slice(past) };
  return { ...display, skew: Date.parse(now) - receivedAt, codes };
}

/** The token to show at a time of the server's clock. */
export function tokenAt({ codes }: PairedDisplay, now: number): string | undefined {
  return codes?.tokens[windowAt(now) - codes.first];
}

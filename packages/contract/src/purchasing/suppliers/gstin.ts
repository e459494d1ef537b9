import { z } from 'zod';

const GSTIN_LENGTH = 15;
const BASE = 36;

/** 01 to 38, and 97 for other territory. `gstStates` has their names. */
const STATE_CODE = /^(0[1-9]|[12]\d|3[0-8]|97)$/;

/** As people type or paste it: spaces and lower case do not count. */
export function normalizedTaxNumber(text: string): string {
  return text.replaceAll(/\s+/g, '').toUpperCase();
}

/**
 * The last character of a GSTIN by its first 14: Luhn modulo 36. It differs after any change of one character, and after
 * any swap of two neighbours except of `0` and `Z`.
 */
export function gstinCheckCharacter(first14: string): string {
  let sum = 0;
  for (const [index, character] of Array.from(first14).entries()) {
    const product = Number.parseInt(character, BASE) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / BASE) + (product % BASE);
  }
  return ((BASE - (sum % BASE)) % BASE).toString(BASE).toUpperCase();
}

/**
 * What is wrong with a GSTIN; undefined if nothing is. The message never names the right last character, because then a
 * mistyped number would be completed instead of checked.
 * @param gstin in the form of {@link normalizedTaxNumber}.
 */
export function gstinFault(gstin: string): string | undefined {
  if (gstin.length !== GSTIN_LENGTH) {
    return `A GSTIN has 15 characters, and this one has ${gstin.length}`;
  }
  if (!/^[0-9A-Z]+$/.test(gstin)) return 'A GSTIN has only letters and digits';
  if (!STATE_CODE.test(gstin.slice(0, 2))) return 'The first two digits of the GSTIN aren’t the code of a state';
  if (panFault(gstin.slice(2, 12)) !== undefined) {
    return 'Characters 3 to 12 of the GSTIN aren’t a PAN: five letters, four digits and a letter';
  }
  if (!/^[1-9A-Z]Z$/.test(gstin.slice(12, 14))) {
    return 'Characters 13 and 14 of the GSTIN are wrong: the 13th is 1 to 9 or a letter, the 14th is Z';
  }
  if (gstinCheckCharacter(gstin.slice(0, 14)) !== gstin[14]) {
    return 'A character of the GSTIN is mistyped. Compare it with the invoice or the certificate.';
  }
  return undefined;
}

/** What is wrong with a PAN in the form of {@link normalizedTaxNumber}; undefined if nothing is. */
export function panFault(pan: string): string | undefined {
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? undefined : 'A PAN has five letters, four digits and a letter';
}

function taxNumber(label: string, faultOf: (text: string) => string | undefined) {
  return z
    .string()
    .max(40, `${label} must be at most 40 characters`)
    .transform((text) => normalizedTaxNumber(text) || null)
    .superRefine((text, context) => {
      const fault = text === null ? undefined : faultOf(text);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .nullable();
}

export const GstinSchema = taxNumber('GSTIN', gstinFault);
export const PanSchema = taxNumber('PAN', panFault);
export const StateCodeSchema = z.string().regex(STATE_CODE, 'Must be the two digits of a state, such as 27').nullable();

export type TaxNumbers = { gstin: string | null; pan: string | null; stateCode: string | null };

/** The numbers with what follows from the GSTIN where it was left open. */
export function completedTaxNumbers({ gstin, pan, stateCode }: TaxNumbers): TaxNumbers {
  if (gstin === null) return { gstin, pan, stateCode };
  return { gstin, pan: pan ?? gstin.slice(2, 12), stateCode: stateCode ?? gstin.slice(0, 2) };
}

/** Where the numbers contradict each other, with the field to correct; undefined if they agree. */
export function taxNumbersFault({
  gstin,
  pan,
  stateCode,
}: TaxNumbers): { field: 'pan' | 'stateCode'; message: string } | undefined {
  if (gstin === null) return undefined;
  if (pan !== null && gstin.slice(2, 12) !== pan) {
    return { field: 'pan', message: 'The PAN differs from characters 3 to 12 of the GSTIN' };
  }
  if (stateCode !== null && gstin.slice(0, 2) !== stateCode) {
    return { field: 'stateCode', message: 'The state differs from the first two digits of the GSTIN' };
  }
  return undefined;
}

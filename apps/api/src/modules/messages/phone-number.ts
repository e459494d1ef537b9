/** Ten digits that begin like this are a mobile number of India, which people write without its country code. */
const INDIAN = /^[6-9]\d{9}$/;

/**
 * A phone number as people enter it, as gateways take it (E.164): a plus sign and 8 to 15 digits. Without a country
 * code, it is one of India; other numbers without one could belong to anybody.
 * @returns null if nothing can be sent to it.
 */
export function internationalNumber(phone: string | null): string | null {
  if (phone === null || !/^[+\d ()-]+$/.test(phone)) return null;
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trimStart().startsWith('+')) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
  const national = digits.replace(/^(?:0|91(?=\d{10}$))/, '');
  return INDIAN.test(national) ? `+91${national}` : null;
}

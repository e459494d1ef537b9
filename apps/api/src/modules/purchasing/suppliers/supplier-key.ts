/** Legal forms and forms of address, which do not distinguish suppliers. */
const needless = new Set([
  ...['m', 's', 'ms', 'messrs', 'p', 'pvt', 'private', 'ltd', 'limited', 'llp', 'inc', 'incorporated'],
  ...['co', 'company', 'corp', 'corporation', 'and', 'the'],
]);

/**
 * The same for texts that name the same supplier but for case, spaces, punctuation and legal form: `M/s. Merck  Pvt. Ltd`
 * and `MERCK Private Limited`. A text of nothing else is compared as it is.
 */
export function supplierKey(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/['’`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const significant = words.filter((word) => !needless.has(word));
  return (significant.length > 0 ? significant : words).join(' ') || text.trim().toLowerCase();
}

/** A short code made of the first significant word: `MERCK` of `M/s Merck Life Science`. */
export function proposedCode(name: string): string {
  const letters = supplierKey(name)
    .toUpperCase()
    .split(' ')
    .map((word) => word.replaceAll(/[^A-Z0-9]/g, ''))
    .filter(Boolean);
  const [first = 'SUP', second = ''] = letters;
  const code = first.length >= 4 ? first : `${first}${second}`;
  return code.length < 2 ? `SUP${code}` : code.slice(0, 10);
}

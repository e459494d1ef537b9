/** Grouped in thousands, or as in India: `1,200,000` or `12,00,000`. */
const pattern = /^[+−-]?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d+)?$/;

/** Reads a number as people type it or copy it from a page; `NaN` for anything else, such as an exponent. */
export function readNumber(text: string): number {
  const trimmed = text.trim();
  return pattern.test(trimmed) ? Number(trimmed.replaceAll(',', '').replace('−', '-')) : Number.NaN;
}

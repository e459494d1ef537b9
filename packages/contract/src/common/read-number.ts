/** Grouped in thousands, or as in India: `1,200,000` or `12,00,000`. The comma in `2,50` may be a decimal point. */
export const groupedDigits = String.raw`\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3}`;
const pattern = new RegExp(String.raw`^[+−-]?(?:${groupedDigits})(?:\.\d+)?$`);

/** Reads a number as people type it or copy it from a page; `NaN` for anything else, such as an exponent. */
export function readNumber(text: string): number {
  const trimmed = text.trim();
  return pattern.test(trimmed) ? Number(trimmed.replaceAll(',', '').replace('−', '-')) : Number.NaN;
}

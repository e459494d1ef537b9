import { IdSchema } from '../../common/id.js';

const labelLink = /\/inventory\/batches\/([0-9a-f]{24})(?:[/?#]|$)/;

/** The batch that a label of this product names; nothing if the code is none. A symbology identifier before it is left out. */
export function batchOfLabel(code: string): string | undefined {
  const text = code.trim().replace(/^\][A-Za-z][0-9A-Za-z]/, '');
  return labelLink.exec(text)?.[1] ?? IdSchema.safeParse(text).data;
}

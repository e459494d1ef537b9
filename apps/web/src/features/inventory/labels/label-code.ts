import { IdSchema } from '@shifa/contract';

const labelLink = /\/inventory\/batches\/([0-9a-f]{24})(?:[/?#]|$)/;

/** The batch that a scanned or typed code names; nothing if it is no label of this product. */
export function batchOfCode(code: string): string | undefined {
  const text = code.trim();
  return labelLink.exec(text)?.[1] ?? IdSchema.safeParse(text).data;
}

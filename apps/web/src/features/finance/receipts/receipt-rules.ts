import { errorCatalogue, MAX_RECEIPT_BYTES, MAX_RECEIPTS, receiptTypes } from '@shifa/contract';
import { formatBytes } from '../../../lib/format';

/** As the browser's dialog wants it. */
export const receiptAccept = receiptTypes.join(',');

export const receiptHelp = `Images or PDF, up to ${formatBytes(MAX_RECEIPT_BYTES).replace('.0', '')} each`;

/** What can be told of a file before it is sent, where `count` stand already; the server looks into it. */
export function faultOfReceipt({ type, size }: Pick<File, 'type' | 'size'>, count: number): string | undefined {
  if (!(receiptTypes as readonly string[]).includes(type)) return errorCatalogue.RECEIPT_TYPE_UNSUPPORTED.message;
  if (size === 0) return 'This file is empty';
  if (size > MAX_RECEIPT_BYTES) return `This file has ${formatBytes(size)}; a receipt has 5 MB at most`;
  return count >= MAX_RECEIPTS ? errorCatalogue.TOO_MANY_RECEIPTS.message : undefined;
}

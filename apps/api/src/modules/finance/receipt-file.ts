import { createHash } from 'node:crypto';
import { type ReceiptType, receiptTypes, type UploadedFile } from '@shifa/contract';
import { filetypemime } from 'magic-bytes.js';
import { cleanFileName } from '../../platform/files/file-name';
import { DomainError } from '../../platform/http/domain-error';
import type { ReceiptRow } from './transaction.document';

const extensions: Record<ReceiptType, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
};

/** What can be said of a receipt by the file alone. */
export type ReceiptFile = Pick<ReceiptRow, 'fileName' | 'contentType' | 'sizeBytes' | 'sha256'>;

/**
 * Tells a receipt by its content; what its name or its sender say of the type counts nothing.
 * @throws DomainError RECEIPT_TYPE_UNSUPPORTED.
 */
export function receiptFileOf({ fileName, bytes }: UploadedFile): ReceiptFile {
  const guesses = filetypemime(bytes);
  const contentType = receiptTypes.find((type) => guesses.includes(type));
  if (!contentType) throw DomainError.onField('RECEIPT_TYPE_UNSUPPORTED', 'file');
  return {
    fileName: cleanFileName(fileName, extensions[contentType]),
    contentType,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

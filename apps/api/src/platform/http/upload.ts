import type { RoutePolicy, UploadedFile } from '@shifa/contract';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain/domain-error';

const FIELD = 'file';
const MEGABYTE = 1_048_576;

type Upload = NonNullable<RoutePolicy['upload']>;

/**
 * Reads the uploaded file, but only on routes whose contract declares an upload. Call it after the guard, so that
 * nothing is read from people without the permission.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_FAILED on `file`, MALFORMED_REQUEST.
 */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<void> {
  if (!request.isMultipart()) {
    const message = 'Send the file as multipart/form-data, in the field “file”';
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', { message });
  }
  request.body = { [FIELD]: await singleFile(request, upload) };
}

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE. For routes that accept no upload. */
export function rejectUpload(request: FastifyRequest): void {
  if (request.isMultipart()) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
}

/** Narrows the body of an upload to the file that the interceptor has read. */
export function uploadedFile({ file }: { file: File | UploadedFile }): UploadedFile {
  if (file instanceof File) throw new TypeError("The form wasn't read by readUpload");
  return file;
}

/** @throws DomainError PAYLOAD_TOO_LARGE, VALIDATION_FAILED on `file`, MALFORMED_REQUEST. */
async function singleFile(request: FastifyRequest, upload: Upload): Promise<UploadedFile> {
  const files = await filesOf(request, upload);
  const [file] = files;
  if (file?.field === FIELD && files.length === 1) return { fileName: file.fileName, bytes: file.bytes };
  throw DomainError.onField('VALIDATION_FAILED', FIELD, files.length > 1 ? 'Send one file at a time' : 'Choose a file');
}

async function filesOf(request: FastifyRequest, { maxBytes, noun }: Upload) {
  // A second file is accepted here only to be rejected with a message. Other fields are read, but kept small.
  const limits = { fileSize: maxBytes, files: 2, fields: 10, fieldSize: 1_000 };
  const files: (UploadedFile & { field: string })[] = [];
  try {
    for await (const part of request.files({ limits })) {
      // Browsers encode quotation marks in file names as %22 and leave other characters as they are.
      const fileName = part.filename.replaceAll('%22', '"');
      files.push({ field: part.fieldname, fileName, bytes: await part.toBuffer() });
    }
    return files;
  } catch (error) {
    // Discards the rest of the request, which would otherwise block the connection.
    request.raw.unpipe();
    request.raw.resume();
    if (!isTooLarge(error)) throw new DomainError('MALFORMED_REQUEST');
    throw new DomainError('PAYLOAD_TOO_LARGE', { message: `${noun} can be at most ${maxBytes / MEGABYTE} MB` });
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}

import type { RoutePolicy, UploadedFile } from '@shifa/contract';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AppRoute } from '@ts-rest/core';
import { TsRestAppRouteMetadataKey } from '@ts-rest/nest';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { DomainError } from './domain-error';

const FIELD = 'file';
const MEGABYTE = 1_048_576;

type Upload = NonNullable<RoutePolicy['upload']>;

/**
 * Reads the uploaded file, but only on routes whose contract declares an upload. It runs after the guard, so that
 * nothing is read from people without the permission.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const route = this.reflector.get<{ appRoute: AppRoute } | undefined>(
      TsRestAppRouteMetadataKey,
      context.getHandler(),
    );
    const { upload } = (route?.appRoute.metadata ?? {}) as Partial<RoutePolicy>;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!upload) {
      if (request.isMultipart()) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
      return next.handle();
    }
    if (!request.isMultipart()) {
      const message = 'Send the file as multipart/form-data, in the field “file”';
      throw new DomainError('UNSUPPORTED_MEDIA_TYPE', { message });
    }
    request.body = { [FIELD]: await singleFile(request, upload) };
    return next.handle();
  }
}

/** Narrows the body of an upload to the file that the interceptor has read. */
export function uploadedFile({ file }: { file: File | UploadedFile }): UploadedFile {
  if (file instanceof File) throw new TypeError('The form was not read by the upload interceptor');
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

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
 * Reads the file of a form, on the routes whose contract takes one and nowhere else. It runs after the guard: of who
 * may not send a file, nothing is read.
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
      const message = 'Send the file as multipart/form-data, in the field «file»';
      throw new DomainError('UNSUPPORTED_MEDIA_TYPE', { message });
    }
    request.body = { [FIELD]: await oneFile(request, upload) };
    return next.handle();
  }
}

/** The file of a form, for its handler. */
export function uploadedFile({ file }: { file: File | UploadedFile }): UploadedFile {
  if (file instanceof File) throw new TypeError('The form was not read by the upload interceptor');
  return file;
}

/** @throws DomainError PAYLOAD_TOO_LARGE, VALIDATION_FAILED on `file`, MALFORMED_REQUEST. */
async function oneFile(request: FastifyRequest, upload: Upload): Promise<UploadedFile> {
  const files = await filesOf(request, upload);
  const [file] = files;
  if (file?.field === FIELD && files.length === 1) return { fileName: file.fileName, bytes: file.bytes };
  throw DomainError.onField('VALIDATION_FAILED', FIELD, files.length > 1 ? 'Send one file at a time' : 'Choose a file');
}

async function filesOf(request: FastifyRequest, { maxBytes, noun }: Upload) {
  // A second file is read so that it can be refused; of what else a form may hold, only a little.
  const limits = { fileSize: maxBytes, files: 2, fields: 10, fieldSize: 1_000 };
  const files: (UploadedFile & { field: string })[] = [];
  try {
    for await (const part of request.files({ limits })) {
      // Browsers write a quotation mark of a name like this, and nothing else.
      const fileName = part.filename.replaceAll('%22', '"');
      files.push({ field: part.fieldname, fileName, bytes: await part.toBuffer() });
    }
    return files;
  } catch (error) {
    // Else what is still to come would block the connection.
    request.raw.unpipe();
    request.raw.resume();
    if (!isTooLarge(error)) throw new DomainError('MALFORMED_REQUEST');
    throw new DomainError('PAYLOAD_TOO_LARGE', { message: `${noun} has at most ${maxBytes / MEGABYTE} MB` });
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}

import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** A file that is sent as it is read. Its content is destroyed when the client goes away. */
export class FileStream {
  constructor(
    readonly content: Readable,
    readonly name: string,
    /** `headers` are sent besides its name and type. */
    readonly options: { type: string; headers?: Record<string, string> },
  ) {}

  get type(): string {
    return this.options.type;
  }
}

/** The body of a response that downloads the file; sets its name and type. */
export async function fileBody(file: File | FileStream, reply: FastifyReply): Promise<Buffer | StreamableFile> {
  void reply.headers({
    'Content-Type': file.type,
    'Content-Disposition': contentDisposition(file.name),
    // Some files were uploaded by people, so the browser must not execute their content.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store',
  });
  if (file instanceof File) return Buffer.from(await file.arrayBuffer());
  void reply.headers(file.options.headers ?? {});
  return new StreamableFile(file.content, { type: file.type });
}

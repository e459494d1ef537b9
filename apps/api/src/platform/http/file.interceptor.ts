import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';

/** Sends a file returned by a handler as a download with its name and type. */
@Injectable()
export class FileInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      mergeMap(async (result: unknown) => {
        if (!(result instanceof File)) return result;
        const reply = context.switchToHttp().getResponse<FastifyReply>();
        void reply.headers({
          'Content-Type': result.type,
          'Content-Disposition': contentDisposition(result.name),
          // Some files were uploaded by people, so the browser must not execute their content.
          'Content-Security-Policy': "sandbox; default-src 'none'",
          'Cache-Control': 'private, no-store',
        });
        return Buffer.from(await result.arrayBuffer());
      }),
    );
  }
}

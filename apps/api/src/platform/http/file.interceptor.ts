import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';

/** Sends a file that a handler answers with under its own name and type. */
@Injectable()
export class FileInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        if (!(answer instanceof File)) return answer;
        const reply = context.switchToHttp().getResponse<FastifyReply>();
        void reply.headers({
          'Content-Type': answer.type,
          'Content-Disposition': contentDisposition(answer.name),
          // Some files came from people: whatever stands in one, a browser is to run nothing of it.
          'Content-Security-Policy': "sandbox; default-src 'none'",
          'Cache-Control': 'private, no-store',
        });
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
  }
}

import { canAnswer, type ErrorCode, errorCatalogue, type Failure } from '@shifa/contract';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppRoute } from '@ts-rest/core';
import { isDiskFull, isTextTooLong, isUnreachable } from '../mongo/database-errors';
import { type Answer, answers } from './answers';
import { DomainError } from '../domain/domain-error';

const codeByStatus: Partial<Record<number, ErrorCode>> = {
  400: 'MALFORMED_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

/** What passes by itself has often passed by then. */
const BUSY_SECONDS = 2;

/** Converts any exception to a domain error. An unexpected one becomes an internal error without details. */
function toDomainError(exception: unknown): DomainError {
  if (exception instanceof DomainError) return exception;
  if (isUnreachable(exception)) return new DomainError('UNAVAILABLE');
  if (isDiskFull(exception)) {
    const message = 'The server’s disk is full, and nothing was saved. Ask your administrator.';
    return new DomainError('UNAVAILABLE', { message });
  }
  if (isTextTooLong(exception)) {
    return new DomainError('VALIDATION_FAILED', { message: 'One of the texts is too long. Shorten it.' });
  }
  const status = statusOf(exception);
  return new DomainError(codeByStatus[status] ?? (status < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL_ERROR'));
}

function statusOf(exception: unknown): number {
  if (exception instanceof HttpException) return exception.getStatus();
  if (exception instanceof Error && 'statusCode' in exception) return Number(exception.statusCode);
  return 500;
}

function toFailure(error: DomainError, requestId: string): Failure {
  const { errors = [], blockers, conflict, secondStep } = error.details;
  return {
    success: false,
    message: error.message,
    code: error.code,
    errors,
    requestId,
    blockers,
    conflict,
    secondStep,
  };
}

/** The only place where failures are converted to responses. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toDomainError(exception);
    const { status } = errorCatalogue[error.code];
    if (status === 503 && exception instanceof DomainError) this.logger.warn(`Busy: ${exception.message}`);
    else if (status >= 500) this.logger.error(exception);
    const { route } = request.routeOptions.config as { route?: AppRoute };
    if (route && !canAnswer(route, error.code))
      this.logger.error(`${route.method} ${route.path} doesn't declare that it can answer ${error.code}`);
    if (route && answers.hasSubscribers) answers.publish({ route, status, code: error.code } satisfies Answer);
    const retryAfter = error.details.retryAfter ?? (status === 503 ? BUSY_SECONDS : undefined);
    if (retryAfter) void reply.header('Retry-After', retryAfter);
    void reply.status(status).send(toFailure(error, request.id));
  }
}

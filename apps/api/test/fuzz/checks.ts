import { isDeepStrictEqual } from 'node:util';
import {
  canAnswer,
  commonFailures,
  CONTRACT_HEADER,
  type ErrorCode,
  errorCatalogue,
  FailureSchema,
} from '@shifa/contract';
import { z } from 'zod';
import { businessRefusals } from './business-refusals';
import type { Exchange } from './fuzz-world';
import { curlOf, verdictOf } from './request';

/** Returns what is wrong with an exchange, or undefined. */
type Check = (exchange: Exchange) => string | undefined | false;

/** What says that a request could not be understood, whoever sent it. */
const unreadable: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
/** What the guard answers before it looks at the request. */
const unwelcome: readonly ErrorCode[] = ['UNAUTHENTICATED', 'ACCOUNT_CLOSED', 'DISPLAY_REMOVED', 'FORBIDDEN'];

const isJson = ({ responseHeaders }: Exchange) => responseHeaders['content-type'] === 'application/json; charset=utf-8';
/** The headers of every answer. */
const everywhere = ['x-request-id', 'cache-control', CONTRACT_HEADER];

const isSuccess = ({ status }: Exchange) => status >= 200 && status < 300;
/** Other methods reach no route, or the same route without a body in its answer. */
const isOwnMethod = ({ method, route }: Exchange) => method === route.route.method;
/** Some odd paths belong to another route, or to none. */
const isOfRoute = (exchange: Exchange) =>
  isOwnMethod(exchange) && exchange.answer?.route.path === exchange.route.route.path;

/** The checks by the names that schemathesis gives them, where it has them. */
export const checks = {
  not_a_server_error: ({ status, bytes }) => status >= 500 && `${status} ${text(bytes)}`,

  status_code_conformance: (exchange) => {
    const { status, code } = exchange;
    const { route } = exchange.route;
    if (!isOfRoute(exchange)) return false;
    if (!(status in route.responses) && !(status in commonFailures)) return `${status} is not declared`;
    if (isSuccess(exchange)) return false;
    if (code === undefined || !(code in errorCatalogue)) return `${status} without a code of the catalogue`;
    if (errorCatalogue[code].status !== status) return `${code} has ${status}`;
    return !canAnswer(route, code) && `${code} is not declared`;
  },

  content_type_conformance: (exchange) => {
    if (!isOwnMethod(exchange)) return false;
    const type = exchange.responseHeaders['content-type'] ?? 'nothing';
    const isFile = isSuccess(exchange) && responseOf(exchange) === undefined;
    if (!isFile) return !isJson(exchange) && `${type} instead of JSON`;
    return (
      !/^attachment|^inline/.test(exchange.responseHeaders['content-disposition'] ?? '') &&
      `${type} without a name for the file`
    );
  },

  response_headers_conformance: ({ responseHeaders }) => {
    const missing = everywhere.filter((name) => responseHeaders[name] === undefined);
    return missing.length > 0 && `${missing.join(', ')} missing`;
  },

  response_schema_conformance: (exchange) => {
    const schema = isSuccess(exchange) ? responseOf(exchange) : FailureSchema;
    if (!isOwnMethod(exchange) || schema === undefined || !isJson(exchange)) return false;
    const received: unknown = JSON.parse(exchange.bytes.toString('utf8'));
    const { data, error } = schema.safeParse(received);
    if (error) return z.prettifyError(error);
    // Fields that the schema does not declare are left out by it.
    const declared: unknown = JSON.parse(JSON.stringify(data));
    return !isDeepStrictEqual(declared, received) && `contains more than is declared: ${text(exchange.bytes)}`;
  },

  negative_data_rejection: ({ expected, status, code }) =>
    expected === 'refused' &&
    !(code !== undefined && [...unreadable, ...unwelcome].includes(code)) &&
    `${status} ${code ?? ''} although the schemas refuse it`,

  positive_data_acceptance: (exchange) => {
    const { expected, code, bytes, answer, status } = exchange;
    if (expected !== 'accepted') return false;
    if (answer === undefined) return `${status} without reaching the route`;
    if (code === undefined || !unreadable.includes(code)) return false;
    const message = (JSON.parse(bytes.toString('utf8')) as { message: string }).message;
    return (
      !businessRefusals.some((rule) => rule.test(message)) && `${code} although the schemas accept it: ${text(bytes)}`
    );
  },

  ignored_auth: (exchange) => {
    const { route, caller, expected, code, headers, status } = exchange;
    const verdict = verdictOf(route, caller);
    if (verdict === 'open' || headers.authorization !== undefined || !isOwnMethod(exchange)) return false;
    const isRefused = code === verdict || (expected !== 'accepted' && code !== undefined && unreadable.includes(code));
    return isOfRoute(exchange) && !isRefused && `${status} ${code ?? ''} instead of ${verdict}`;
  },

  refused_write_has_no_effect: ({ status, written }) =>
    status >= 400 && written.length > 0 && `${status}, but wrote to ${written.join(', ')}`,
} satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

/** What an exchange violates, by check. */
function violationsOf(exchange: Exchange): { check: CheckName; problem: string }[] {
  return (Object.keys(checks) as CheckName[]).flatMap((check) => {
    const problem = (checks[check] as Check)(exchange);
    return problem ? [{ check, problem }] : [];
  });
}

/** @throws Error that names each violated check, with the request as a command. */
export function assertConforms(exchange: Exchange): void {
  const violations = violationsOf(exchange);
  if (violations.length === 0) return;
  const lines = violations.map(({ check, problem }) => `${check}: ${problem.slice(0, 500)}`);
  throw new Error(`${exchange.route.name}\n  ${lines.join('\n  ')}\n  ${curlOf(exchange)}`);
}

/** The declared schema of a success; undefined for a file. */
function responseOf({ route, status }: Exchange): z.ZodType | undefined {
  const { [status]: response } = route.route.responses;
  return response instanceof z.ZodType ? response : undefined;
}

function text(bytes: Buffer): string {
  return bytes.toString('utf8').slice(0, 300);
}

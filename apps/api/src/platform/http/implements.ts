import { type Page, type pageOf, paginationOf, type RoutePolicy, successMessage } from '@shifa/contract';
import { HttpCode, Inject, Req, RequestMapping, RequestMethod, Res, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { AppRoute, ServerInferRequest } from '@ts-rest/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Idempotency, type Outcome as Write } from '../idempotency/idempotency';
import { Actor, type DisplayDevice, type RequestWithActor } from '../domain/actor';
import { observed } from '../observability/observed';
import { type Answer, answers } from './answers';
import { DomainError } from '../domain/domain-error';
import { fileBody, FileStream } from './file-stream';
import { parsedRequest, validResponse } from './validation';
import { ROUTE } from './contract.guard';
import { rejectUnstorableText } from './unstorable-text';
import { readUpload, rejectUpload } from './upload';

type Route = AppRoute & { metadata: RoutePolicy };

/** What the contract declares as headers, which `ServerInferRequest` leaves out. */
type DeclaredHeaders<Declared extends AppRoute> = Declared extends { headers: infer Headers }
  ? { [Name in keyof Headers]: Headers[Name] extends z.ZodType ? z.output<Headers[Name]> : never }
  : unknown;

/** The parsed request of a route, and where it came from. */
export type Input<Declared extends AppRoute> = ServerInferRequest<Declared> & {
  headers: DeclaredHeaders<Declared>;
  /** `site` is the address at which the person uses the product: `https://lab.example`. */
  origin: { ipAddress: string; userAgent: string; site: string; cookies: string };
};

type SuccessOf<Declared extends AppRoute> = Declared['responses'] extends { 201: infer Response }
  ? Response
  : Declared['responses'] extends { 200: infer Response }
    ? Response
    : never;

/** A result with a cookie for the browser. */
export class WithCookie<Data> {
  constructor(
    readonly data: Data,
    readonly cookie: string,
  ) {}
}

/** What a handler returns: a page, the data of the envelope, nothing where there is only a message, or a file. */
export type Result<Declared extends AppRoute> =
  SuccessOf<Declared> extends z.ZodType
    ? z.input<SuccessOf<Declared>> extends { data: (infer Item)[]; pagination: object }
      ? Page<Item> & Omit<z.input<SuccessOf<Declared>>, keyof z.input<ReturnType<typeof pageOf>>>
      : z.input<SuccessOf<Declared>> extends { data: infer Data }
        ? [Data] extends [null]
          ? Awaited<Promise<void>>
          : Data
        : never
    : File | FileStream;

/**
 * An idempotent route returns its write as a function, which runs in one transaction with the stored response. What is
 * slow and needs no transaction, such as hashing, comes before it as `new Prepared(…)`, and does not run at all when the
 * request is repeated. Writes that succeed or fail each for itself are `new InSteps(…)`.
 */
type Outcome<Declared extends AppRoute> = Declared extends { headers: { 'idempotency-key': unknown } }
  ? Write<Result<Declared>>
  : Promise<Result<Declared> | WithCookie<Result<Declared>>> | Result<Declared>;

type Handler<Declared extends Route> = Declared['metadata']['permission'] extends 'public'
  ? (input: Input<Declared>) => Outcome<Declared>
  : Declared['metadata']['permission'] extends 'display'
    ? (display: DisplayDevice, input: Input<Declared>) => Outcome<Declared>
    : (actor: Actor, input: Input<Declared>) => Outcome<Declared>;

const IDEMPOTENCY = Symbol('idempotency');

/**
 * Makes a method the handler of a route. It receives the actor or the wall display (unless the route is public) and the parsed request;
 * status, envelope, pagination, message and idempotency come from the contract. Everything happens in the handler,
 * because each interceptor of Nest costs every request observables and an asynchronous context of its own.
 */
export function Implements<const Declared extends Route>(route: Declared) {
  return <Method extends Handler<Declared>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const method = descriptor.value as unknown as (...input: unknown[]) => unknown;
    const { permission, upload, maxBodyBytes } = route.metadata;
    const spelled = `${route.method} ${route.path}`;
    const isPublic = permission === 'public';
    const isIdempotent = route.headers !== undefined && 'idempotency-key' in (route.headers as object);

    const handle = async function (
      this: { [IDEMPOTENCY]: Idempotency },
      request: FastifyRequest & RequestWithActor,
      reply: FastifyReply,
    ) {
      if (upload) await readUpload(request, upload);
      else rejectUpload(request);
      const parsed = parsedRequest(route, request);
      rejectUnstorableText(parsed);
      const input = { ...parsed, origin: originOf(request) };
      const result = await observed('handler', spelled, async () => {
        if (isPublic) return await method.call(this, input);
        const { user: caller } = request;
        if (!caller) throw new DomainError('UNAUTHENTICATED');
        const outcome = method.call(this, caller, input);
        return isIdempotent && caller instanceof Actor
          ? await this[IDEMPOTENCY].once(caller, requestKey(route, input), outcome as () => Promise<unknown>)
          : await outcome;
      });
      return respond(route, input, result, reply);
    };
    Object.assign(descriptor, { value: handle });
    Req()(target, name, 0);
    Res({ passthrough: true })(target, name, 1);
    Inject(Idempotency)(target, IDEMPOTENCY);
    for (const decorate of [
      RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
      SetMetadata(ROUTE, route),
      HttpCode(statusOf(route)),
      RouteConfig({ maxBodyBytes, route }),
    ]) {
      decorate(target, name, descriptor);
    }
  };
}

type Parsed = { params: unknown; query: unknown; body: unknown; headers: Record<string, unknown> };

/** A dry run writes nothing: it can be repeated, and followed by the write under the same key. */
function requestKey({ method, path }: AppRoute, { params, body, headers }: Parsed) {
  const isDryRun = typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
  const key = isDryRun ? undefined : headers['idempotency-key'];
  return { key: typeof key === 'string' ? key : undefined, route: `${method} ${path}`, input: { params, body } };
}

function statusOf({ responses }: AppRoute): 200 | 201 {
  return 201 in responses ? 201 : 200;
}

function respond(route: AppRoute, parsed: Parsed, result: unknown, reply: FastifyReply): unknown {
  if (result instanceof WithCookie) {
    void reply.header('set-cookie', result.cookie);
    return respond(route, parsed, result.data, reply);
  }
  const { query } = parsed;
  if (answers.hasSubscribers) answers.publish({ route, status: statusOf(route) } satisfies Answer);
  if (result instanceof File || result instanceof FileStream) return fileBody(result, reply);
  const schema = route.responses[statusOf(route)] as z.ZodObject;
  if ('pagination' in schema.shape) {
    const { items, total, totalIsAtLeast, ...fields } = result as Page<unknown>;
    const { page, limit } = query as { page: number; limit: number };
    const pagination = paginationOf(page, limit, { total, totalIsAtLeast });
    return validResponse(route, schema, { success: true, data: items, pagination, ...fields });
  }
  const data = result ?? null;
  return validResponse(route, schema, { success: true, data, message: successMessage(schema, data) });
}

function originOf({ ip, headers, protocol, host }: FastifyRequest) {
  return {
    ipAddress: ip,
    userAgent: headers['user-agent'] ?? '',
    site: `${protocol}://${host}`,
    cookies: headers.cookie ?? '',
  };
}

import { type Page, type pageOf, paginationOf, type RoutePolicy, successMessage } from '@shifa/contract';
import { Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { AppRoute, ServerInferRequest } from '@ts-rest/core';
import { TsRestHandler } from '@ts-rest/nest';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Idempotency } from '../idempotency/idempotency';
import type { Actor, RequestWithActor } from './actor';
import { DomainError } from './domain-error';
import { rejectUnstorableText } from './unstorable-text';

type Route = AppRoute & { metadata: RoutePolicy };

/** The parsed request of a route, and where it came from. */
export type Input<Declared extends AppRoute> = ServerInferRequest<Declared> & {
  /** `site` is the address at which the person uses the product: `https://lab.example`. */
  origin: { ipAddress: string; userAgent: string; site: string };
};

type SuccessOf<Declared extends AppRoute> = Declared['responses'] extends { 201: infer Response }
  ? Response
  : Declared['responses'] extends { 200: infer Response }
    ? Response
    : never;

/** What a handler returns: a page, the data of the envelope, nothing where there is only a message, or a file. */
export type Result<Declared extends AppRoute> =
  SuccessOf<Declared> extends z.ZodType
    ? z.input<SuccessOf<Declared>> extends { data: (infer Item)[]; pagination: object }
      ? Page<Item> & Omit<z.input<SuccessOf<Declared>>, keyof z.input<ReturnType<typeof pageOf>>>
      : z.input<SuccessOf<Declared>> extends { data: infer Data }
        ? Data extends null
          ? Awaited<Promise<void>>
          : Data
        : never
    : File;

/**
 * An idempotent route prepares what is slow and needs no transaction, such as hashing, and returns the write itself as
 * a function: it runs in one transaction with the stored response, and not at all when the request is repeated.
 */
type Outcome<Declared extends AppRoute> = Declared extends { headers: { 'idempotency-key': unknown } }
  ? () => Promise<Result<Declared>>
  : Result<Declared>;

type Handler<Declared extends Route> = Declared['metadata']['permission'] extends 'public'
  ? (input: Input<Declared>) => Promise<Outcome<Declared>> | Outcome<Declared>
  : (actor: Actor, input: Input<Declared>) => Promise<Outcome<Declared>> | Outcome<Declared>;

const IDEMPOTENCY = Symbol('idempotency');

/**
 * Makes a method the handler of a route. It receives the actor (unless the route is public) and the parsed request;
 * status, envelope, pagination, message and idempotency come from the contract.
 */
export function Implements<const Declared extends Route>(route: Declared) {
  return <Method extends Handler<Declared>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const method = descriptor.value as unknown as (...input: unknown[]) => unknown;
    const isPublic = route.metadata.permission === 'public';
    const isIdempotent = route.headers !== undefined && 'idempotency-key' in (route.headers as object);

    const handle = function (this: { [IDEMPOTENCY]: Idempotency }, request: FastifyRequest & RequestWithActor) {
      return async (parsed: Parsed) => {
        rejectUnstorableText(parsed);
        const input = { ...parsed, origin: originOf(request) };
        if (isPublic) return respond(route, input, await method.call(this, input));
        const { user: actor } = request;
        if (!actor) throw new DomainError('UNAUTHENTICATED');
        const run = () => Promise.resolve(method.call(this, actor, input));
        const result = isIdempotent
          ? await this[IDEMPOTENCY].once(actor, requestKey(route, input), run as () => Promise<() => Promise<unknown>>)
          : await run();
        return respond(route, input, result);
      };
    };
    Object.assign(descriptor, { value: handle });
    Req()(target, name, 0);
    Inject(Idempotency)(target, IDEMPOTENCY);
    TsRestHandler(route)(target, name, descriptor);
    RouteConfig({ maxBodyBytes: route.metadata.maxBodyBytes })(target, name, descriptor);
  };
}

type Parsed = { params: unknown; query: unknown; body: unknown; headers: Record<string, unknown> };

/** A dry run writes nothing: it may be repeated, and followed by the write under the same key. */
function requestKey({ method, path }: AppRoute, { params, body, headers }: Parsed) {
  const isDryRun = typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
  const key = isDryRun ? undefined : headers['idempotency-key'];
  return { key: typeof key === 'string' ? key : undefined, route: `${method} ${path}`, input: { params, body } };
}

function respond(route: AppRoute, { query }: Parsed, result: unknown) {
  const status = 201 in route.responses ? 201 : 200;
  if (result instanceof File) return { status, body: result };
  const schema = route.responses[status] as z.ZodObject;
  if ('pagination' in schema.shape) {
    const { items, total, ...fields } = result as Page<unknown>;
    const { page, limit } = query as { page: number; limit: number };
    return { status, body: { success: true, data: items, pagination: paginationOf(page, limit, total), ...fields } };
  }
  const data = result ?? null;
  return { status, body: { success: true, data, message: successMessage(schema, data) } };
}

function originOf({ ip, headers, protocol, host }: FastifyRequest) {
  return { ipAddress: ip, userAgent: headers['user-agent'] ?? '', site: `${protocol}://${host}` };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { contract, CONTRACT_HEADER, CONTRACT_VERSION } from '@shifa/contract';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AppRouter, isAppRoute } from '@ts-rest/core';
import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import qs from 'qs';
import type { ProxyTrust } from '../limits/proxy-trust';
import { connectionTimeouts, limitConnections } from './connections';
import { DomainError } from '../domain/domain-error';
import { Draining } from './draining';
import { loggedPath } from '../observability/logged-path';
import { requestContext } from '../request-context';
import { RequestLimits } from './request-limits';
import { securityHeaders } from './security-headers';

/** The limit of routes that declare no other. */
const BODY_LIMIT_BYTES = 100_000;

/**
 * Parsing and validating a body takes as long as it has values; more than these would hold up other requests. A month of
 * the roster of 200 people has 25,000.
 */
const MAX_BODY_VALUES = 30_000;

const HEALTH_PATHS = ['/api/health', '/api/health/live', '/api/health/ready'];

/** As long as a request line can be: the router would answer a longer parameter itself, not as the contract says. */
const MAX_PARAM_LENGTH = 16_384;

type ServerOptions = { logger: Logger; trust: ProxyTrust; publicUrl: string | undefined };

/** Fastify configured for the whole API: request ids, limits, query strings with lists. */
export function createAdapter({ logger, trust }: ServerOptions): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // The logger adds the id of the request by itself.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    bodyLimit: BODY_LIMIT_BYTES,
    ...connectionTimeouts,
    trustProxy: trust,
    genReqId: ({ headers }: IncomingMessage) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => decodableUrl(url),
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_PARAM_LENGTH },
  });
}

/** A query string can contain lists, and objects, although no route declares one. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 2, arrayLimit: 100, parameterLimit: 200 });
}

/** Escapes a path that cannot be decoded, such as `/100%`, so that the web app shows its 404 page instead of JSON. */
function decodableUrl(url: string): string {
  const [path = '/'] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Adds hooks, headers and body parsing, before Nest adds its routes. */
export async function prepareServer(app: NestFastifyApplication, options: ServerOptions): Promise<void> {
  const { logger, trust, publicUrl } = options;
  const server = app.getHttpAdapter().getInstance();
  limitConnections(server.server, trust);
  app.get(Draining).watch(server);
  server.addHook('onRoute', (route) => {
    const { maxBodyBytes } = (route.config ?? {}) as { maxBodyBytes?: number };
    if (maxBodyBytes !== undefined) route.bodyLimit = maxBodyBytes;
  });
  const headers = securityHeaders(publicUrl);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('X-Request-Id', request.id);
    if (request.url.startsWith('/api/'))
      void reply.headers({ 'Cache-Control': 'no-store', [CONTRACT_HEADER]: CONTRACT_VERSION });
    requestContext.run({ requestId: request.id }, done);
  });
  countRequestsOutsideContract(server, app.get(RequestLimits));
  server.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'error' : 'info';
    if (logger.isLevelEnabled(level)) {
      const { method, ip } = request;
      const path = loggedPath(request.url);
      // With the id, because the response may end outside the context of the request.
      const line = {
        requestId: request.id,
        method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip,
      };
      logger[level](line, 'request');
    }
    done();
  });
  parseBodies(server);
  // Only recognises such requests: the body is read where a route accepts one.
  await app.register(multipart);
  await app.register(fastifyStatic, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => ['/swagger-ui.css', '/swagger-ui-bundle.js'].includes(path),
  });
}

/** The guard counts requests to the routes of the contract, by person where there is one; the others are counted here. */
function countRequestsOutsideContract(server: FastifyInstance, limits: RequestLimits): void {
  // A refused health check would take the process out of service, so a flood must not cause one.
  const uncounted = new Set([...HEALTH_PATHS, ...pathsOf(contract)]);
  server.addHook('onRequest', async ({ routeOptions, ip }) => {
    if (!uncounted.has(routeOptions.url ?? '')) await limits.countFile(ip);
  });
}

function pathsOf(router: AppRouter): string[] {
  return Object.values(router).flatMap((entry) => (isAppRoute(entry) ? [entry.path] : pathsOf(entry)));
}

const FORM = 'application/x-www-form-urlencoded';

/** What mail programs post when a person unsubscribes (RFC 8058). It carries nothing that the address does not. */
const ONE_CLICK = 'List-Unsubscribe=One-Click';

/**
 * Accepts an empty body of any declared type, because some clients set a content type on every request (`curl -d ''`
 * declares a form), and refuses JSON with very many values before it is parsed.
 */
function parseBodies(server: FastifyInstance): void {
  server.addContentTypeParser<string>([FORM, 'text/plain'], { parseAs: 'string' }, ({ routeOptions }, body, done) => {
    const { route } = routeOptions.config as { route?: { contentType?: string } };
    if (body === '' || body === ONE_CLICK) done(null, undefined);
    else if (route?.contentType === FORM) done(null, parseQuery(body));
    else done(new DomainError('UNSUPPORTED_MEDIA_TYPE'));
  });
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined);
    else if (hasTooManyValues(body))
      done(new DomainError('PAYLOAD_TOO_LARGE', { message: 'The request has too many values' }));
    else void parse(request, body, done);
  });
}

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** Every value but the first follows one of these characters; within texts they count as well. */
function hasTooManyValues(json: string): boolean {
  let values = 1;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (character === COMMA || character === BRACKET || character === BRACE) values += 1;
  }
  return values > MAX_BODY_VALUES;
}

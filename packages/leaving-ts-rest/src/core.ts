import type { z } from 'zod';

// Declaring routes and checking what is sent, as the product uses `@ts-rest/core`: the same names, and nothing else.

declare const type: unique symbol;
/** A type without a schema, such as a file. */
export type PlainType<Type> = { readonly [type]: Type };
export type OtherResponse<Schema> = { contentType: string; body: Schema };
type Schema = z.ZodType | PlainType<unknown>;
type Responses = Record<number, Schema | OtherResponse<Schema>>;

type RouteCommon = {
  path: string;
  pathParams?: Schema;
  query?: Schema;
  headers?: Record<string, z.ZodType>;
  summary?: string;
  description?: string;
  responses: Responses;
  strictStatusCodes?: boolean;
  metadata?: unknown;
};
export type AppRouteQuery = RouteCommon & { method: 'GET' };
export type AppRouteMutation = RouteCommon & {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  contentType?: 'application/json' | 'multipart/form-data';
  body: Schema;
};
export type AppRouteDeleteNoBody = RouteCommon & { method: 'DELETE' };
export type AppRoute = AppRouteQuery | AppRouteMutation | AppRouteDeleteNoBody;
export type AppRouter = { [name: string]: AppRouter | AppRoute };

type Options = { pathPrefix?: string; strictStatusCodes?: boolean; commonResponses?: Responses };
type Prettify<Type> = { [Key in keyof Type]: Type[Key] } & {};

type Applied<Route, Given extends Options> = Route extends AppRoute
  ? Prettify<
      Omit<Route, 'path' | 'responses' | 'strictStatusCodes'> & {
        path: `${Given['pathPrefix'] extends string ? Given['pathPrefix'] : ''}${Route['path']}`;
        responses: Prettify<Omit<Given['commonResponses'], keyof Route['responses']> & Route['responses']>;
        strictStatusCodes: Given['strictStatusCodes'];
      }
    >
  : never;

export function initContract() {
  return {
    /** Gives every route the prefix and the common responses. */
    router<const Routes extends AppRouter, const Given extends Options>(
      routes: Routes,
      { pathPrefix = '', strictStatusCodes = false, commonResponses = {} }: Given,
    ) {
      const applied = Object.entries(routes).map(([name, route]) => {
        if (!isAppRoute(route)) throw new TypeError(`${name} is no route`);
        const responses = { ...commonResponses, ...route.responses };
        return [name, { strictStatusCodes, ...route, path: `${pathPrefix}${route.path}`, responses }];
      });
      return Object.fromEntries(applied) as { [Name in keyof Routes]: Applied<Routes[Name], Given> };
    },
    type: <Type>() => ({}) as PlainType<Type>,
    otherResponse: <Body extends Schema>(response: OtherResponse<Body>) => response,
  };
}

export function isAppRoute(value: AppRoute | AppRouter): value is AppRoute {
  return typeof value['method'] === 'string' && typeof value['path'] === 'string';
}

// What the two ends send and receive.

type InputOf<Given> = Given extends PlainType<infer Type> ? Type : Given extends z.ZodType ? z.input<Given> : undefined;
type OutputOf<Given> =
  Given extends PlainType<infer Type> ? Type : Given extends z.ZodType ? z.output<Given> : undefined;
type BodyIn<Response> = Response extends OtherResponse<infer Body> ? Body : Response;
type Defined<Type> = { [Key in keyof Type as [Type[Key]] extends [never] ? never : Key]: Type[Key] };
type Named<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Named<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<Route extends AppRoute, Declared> = [Named<Route['path']>] extends [never]
  ? never
  : Prettify<Omit<Record<Named<Route['path']>, string>, keyof Declared> & Declared>;

export type ServerInferRequest<Route extends AppRoute> = Prettify<
  Defined<{
    params: ParamsOf<Route, 'pathParams' extends keyof Route ? OutputOf<Route['pathParams']> : unknown>;
    query: 'query' extends keyof Route ? OutputOf<Route['query']> : never;
    body: Route extends { body: infer Body } ? OutputOf<Body> : never;
  }>
>;
/** As literals: a `number` would widen the status that a handler returns before its route is known. */
type Status = 200 | 201 | 204 | 400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 422 | 426 | 429 | 500 | 503;

export type ServerInferResponses<Route extends AppRoute> = {
  [Code in keyof Route['responses'] & Status]: { status: Code; body: InputOf<BodyIn<Route['responses'][Code]>> };
}[keyof Route['responses'] & Status];

export type FetchOptions = Omit<RequestInit, 'method' | 'headers' | 'body'>;
export type ApiFetcher = (request: {
  route: AppRoute;
  path: string;
  method: string;
  headers: Record<string, string>;
  body: FormData | string | null | undefined;
  fetchOptions?: FetchOptions;
}) => Promise<{ status: number; body: unknown; headers: Headers }>;

/** What a client passes besides what the route declares: the further fields of its own fetcher's argument. */
type Extra<Fetcher extends ApiFetcher> = Omit<Parameters<Fetcher>[0], keyof Parameters<ApiFetcher>[0]>;
export type ClientInferRequest<Route extends AppRoute, Fetcher extends ApiFetcher> = Prettify<
  Optional<
    Defined<{
      params: ParamsOf<Route, 'pathParams' extends keyof Route ? InputOf<Route['pathParams']> : unknown>;
      query: 'query' extends keyof Route ? InputOf<Route['query']> : never;
      body: Route extends { contentType: 'multipart/form-data'; body: infer Body }
        ? FormData | InputOf<Body>
        : Route extends { body: infer Body }
          ? InputOf<Body>
          : never;
      headers: 'headers' extends keyof Route
        ? { [Name in keyof Route['headers']]?: InputOf<Route['headers'][Name]> }
        : never;
    }>
  > & { extraHeaders?: Record<string, string>; fetchOptions?: FetchOptions } & Extra<Fetcher>
>;
/** Whether everything of a part may be left out. */
export type IsOptional<Part> = Partial<Part> extends Part ? true : false;
/** Parts that may be empty may be left out. */
type Optional<Parts> = { [Key in keyof Parts as IsOptional<Parts[Key]> extends true ? never : Key]: Parts[Key] } & {
  [Key in keyof Parts as IsOptional<Parts[Key]> extends true ? Key : never]?: Parts[Key];
};
export type ClientInferResponses<Route extends AppRoute> = {
  [Code in keyof Route['responses'] & Status]: {
    status: Code;
    body: OutputOf<BodyIn<Route['responses'][Code]>>;
    headers: Headers;
  };
}[keyof Route['responses'] & Status];

// Checking, by what zod and others agreed on: https://standardschema.dev

type Issue = { path?: readonly (PropertyKey | { key: PropertyKey })[]; message: string };
export class StandardSchemaError extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('The value is not as its schema declares it');
  }
}
type Validation = { value?: unknown; error?: StandardSchemaError };
type Standard = { '~standard': { validate: (value: unknown) => { value?: unknown; issues?: readonly Issue[] } } };

const isStandard = (schema: unknown): schema is Standard =>
  typeof schema === 'object' && schema !== null && '~standard' in schema;

/** A value without a schema is passed on. */
export function validateIfSchema(data: unknown, schema: unknown, { passThroughExtraKeys = false } = {}): Validation {
  if (!isStandard(schema)) return { value: data };
  const { value, issues } = schema['~standard'].validate(data);
  if (issues) return { error: new StandardSchemaError(issues) };
  return { value: passThroughExtraKeys ? { ...(data as object), ...(value as object) } : value };
}

/** Each field by a schema of its own, such as headers. Fields without a schema are passed on. */
export function validateMultiSchemaObject(data: unknown, schemas: unknown): Validation {
  const value: Record<string, unknown> = { ...(data as object) };
  const issues: Issue[] = [];
  for (const [name, schema] of Object.entries(schemas as object)) {
    const checked = validateIfSchema(value[name], schema);
    value[name] = checked.value;
    const found = checked.error?.issues ?? [];
    issues.push(...found.map(({ path = [], message }) => ({ path: [name, ...path], message })));
  }
  return issues.length > 0 ? { error: new StandardSchemaError(issues) } : { value };
}

import type { z } from 'zod';
import { type AppRoute, type AppRouter, isAppRoute } from './core.js';

// A contract as an OpenAPI document, as `packages/contract` uses `@ts-rest/open-api`.

type SchemaObject = { [field: string]: unknown; type?: string; properties?: Record<string, SchemaObject> };
type Operation = {
  [field: string]: unknown;
  requestBody?: object;
  responses: Record<string, object>;
};
type Usage = { schema: unknown; type: 'path' | 'header' | 'query' | 'body' | 'response' };
type Options = {
  setOperationId: 'concatenated-path';
  schemaTransformer: (usage: Usage) => Promise<SchemaObject | null>;
  operationMapper: (operation: Operation, route: AppRoute) => object;
};
type Document = { [field: string]: unknown; openapi: string; paths: Record<string, Record<string, object>> };

/** Every route with its name, such as `staff.list`. */
function routesOf(router: AppRouter, prefix: readonly string[] = []): { names: string[]; route: AppRoute }[] {
  return Object.entries(router).flatMap(([name, value]) => {
    const names = [...prefix, name];
    return isAppRoute(value) ? [{ names, route: value }] : routesOf(value, names);
  });
}

export async function generateOpenApiAsync(
  router: AppRouter,
  info: object,
  { schemaTransformer, operationMapper }: Options,
): Promise<Document> {
  const paths: Document['paths'] = {};
  for (const { names, route } of routesOf(router)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = await operationOf(names, route, schemaTransformer);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationMapper(operation, route) };
  }
  return { openapi: '3.0.2', paths, ...info };
}

async function operationOf(
  names: readonly string[],
  route: AppRoute,
  convert: Options['schemaTransformer'],
): Promise<Operation> {
  const parameters = [
    ...(await pathParametersOf(route, convert)),
    ...(await headersOf(route, convert)),
    ...parametersOf(await convert({ schema: route.query, type: 'query' }), 'query'),
  ];
  const body = await convert({ schema: 'body' in route ? route.body : undefined, type: 'body' });
  const contentType = ('contentType' in route && route.contentType) || 'application/json';
  const responses: Operation['responses'] = {};
  for (const [status, response] of Object.entries(route.responses)) {
    const other = 'contentType' in response ? response : undefined;
    const schema = await convert({ schema: other ? other.body : response, type: 'response' });
    const content = { [other?.contentType ?? 'application/json']: { schema } };
    responses[status] = { description: status, ...(schema && { content }) };
  }
  return {
    description: route.description,
    summary: route.summary,
    deprecated: undefined,
    tags: names.slice(0, -1),
    parameters,
    operationId: names.join('.'),
    ...(body && { requestBody: { description: 'Body', content: { [contentType]: { schema: body } } } }),
    responses,
  };
}

async function pathParametersOf({ path, pathParams }: AppRoute, convert: Options['schemaTransformer']) {
  const declared = parametersOf(await convert({ schema: pathParams, type: 'path' }), 'path');
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return names.map(
    (name) =>
      declared.find((parameter) => parameter.name === name) ??
      ({ name, in: 'path', required: true, schema: { type: 'string' } } as const),
  );
}

async function headersOf({ headers = {} }: AppRoute, convert: Options['schemaTransformer']) {
  const parameters: object[] = [];
  for (const [name, schema] of Object.entries<z.ZodType>(headers)) {
    const converted = await convert({ schema, type: 'header' });
    const isRequired = !schema.safeParse(undefined).success;
    if (converted) parameters.push(parameterOf(name, converted, 'header', isRequired));
  }
  return parameters;
}

function parametersOf(schema: SchemaObject | null, where: string) {
  const required = (schema?.['required'] ?? []) as string[];
  return Object.entries(schema?.properties ?? {}).map(([name, property]) =>
    parameterOf(name, property, where, required.includes(name)),
  );
}

function parameterOf(name: string, { description, ...schema }: SchemaObject, where: string, isRequired: boolean) {
  return {
    name,
    in: where,
    ...(description !== undefined && { description }),
    ...(isRequired && { required: true }),
    ...('properties' in schema && { style: 'deepObject' }),
    schema,
  };
}

import type { FieldError } from '@shifa/contract';
import { type AppRoute, type StandardSchemaError, validateIfSchema, validateMultiSchemaObject } from '@ts-rest/core';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { DomainError } from '../domain/domain-error';

type RequestParts = Pick<FastifyRequest, 'params' | 'headers' | 'query' | 'body'>;
type Validation = { value?: unknown; error?: unknown };

/**
 * The request as the route declares it.
 * @throws DomainError VALIDATION_FAILED with every field that is not.
 */
export function parsedRequest(route: AppRoute, { params, headers, query, body }: RequestParts) {
  const validated = {
    params: validateIfSchema(params, route.pathParams, { passThroughExtraKeys: true }),
    headers: route.headers ? validateMultiSchemaObject(headers, route.headers) : { value: headers },
    query: validateIfSchema(query, route.query),
    body: validateIfSchema(body, 'body' in route ? route.body : null),
  };
  assertValid(Object.values<Validation>(validated).flatMap(({ error }) => fieldErrors(error)));
  return {
    params: validated.params.value,
    query: validated.query.value,
    body: validated.body.value ?? body,
    headers: validated.headers.value as Record<string, unknown>,
  };
}

/** @throws DomainError VALIDATION_FAILED with every field that is not as the schema declares it. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  assertValid(fieldErrors(error));
  return data as z.output<Schema>;
}

/**
 * The response without fields that the contract does not declare.
 * @throws Error if it lacks declared ones, which is a defect of the API.
 */
export function validResponse({ method, path }: AppRoute, schema: z.ZodType, response: unknown): unknown {
  const { data, error } = schema.safeParse(response);
  if (error) throw new Error(`The response of ${method} ${path} is invalid: ${error.message}`);
  return data;
}

function assertValid(errors: FieldError[]): void {
  if (errors.length > 0) throw new DomainError('VALIDATION_FAILED', { errors, message: errors[0]?.message });
}

function fieldErrors(error: unknown): FieldError[] {
  const { issues = [] } = (error ?? {}) as Partial<StandardSchemaError>;
  return issues.map(({ path = [], message }) => ({
    field: path.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).join('.'),
    message,
  }));
}

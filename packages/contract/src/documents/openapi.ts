import type { AppRoute } from '@ts-rest/core';
import { generateOpenApiAsync } from '@ts-rest/open-api';
import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from '../common/error.js';
import { declaredErrors, type RoutePolicy } from '../common/route.js';
import { CONTRACT_VERSION } from '../common/version.js';
import * as contract from '../contract.js';
import { exampleOf, exampleResponse } from './examples.js';
import { plainNotation } from './notation.js';
import { license, schemaNames } from './published.js';
import { describeRoute } from './route-description.js';

type Document = Awaited<ReturnType<typeof generateOpenApiAsync>>;
type Content = Record<string, object>;
type SchemaTransformer = Parameters<typeof generateOpenApiAsync>[2]['schemaTransformer'];
type Usage = Parameters<SchemaTransformer>[0];
type SchemaObject = NonNullable<Awaited<ReturnType<SchemaTransformer>>>;
type Direction = 'input' | 'output';

const info = {
  title: 'Shifa MS',
  version: CONTRACT_VERSION,
  description:
    'The people, money, stock and attendance of a network of diagnostic laboratories. Generated from the contract; ' +
    '`/api/asyncapi.json` describes the socket events.',
  license,
};

/** The contract as an OpenAPI document. Schemas that the contract exports are components that operations refer to. */
export async function openApiDocument(): Promise<Document> {
  const components = new Components();
  const document = await generateOpenApiAsync(
    contract,
    { info, servers: [{ url: '/', description: 'The installation that serves this document' }] },
    {
      setOperationId: 'concatenated-path',
      schemaTransformer: (usage) => Promise.resolve(components.schemaOf(usage)),
      operationMapper: (operation, route) => {
        const { permission, upload } = route.metadata as RoutePolicy;
        const tag = route.path.split('/')[2] ?? 'other';
        const body = 'body' in route && route.body instanceof z.ZodType ? route.body : undefined;
        return {
          ...operation,
          ...(body && { requestBody: bodyOf(operation.requestBody as { content: Content }, body) }),
          ...(upload && { requestBody: formWithFile }),
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, response]: [string, unknown]) => [
              status,
              responseOf(route, Number(status), response as { content: Content }),
            ]),
          ),
          tags: [tag],
          description: describeRoute(route),
          security: permission === 'public' ? [] : [{ bearer: [] }],
        };
      },
    },
  );
  const securitySchemes = { bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } };
  const responses = { Failure: { description: 'Failure', content: failureContent } };
  const complete = { ...document, components: { securitySchemes, responses, schemas: components.schemas } };
  return withoutUnused(plainNotation(complete, components.schemas) as typeof complete);
}

/** A schema whose only use was written out has no use as a component. */
function withoutUnused(document: Document & { components: { schemas: Components['schemas'] } }): Document {
  const text = JSON.stringify(document);
  const used = Object.entries(document.components.schemas).filter(([name]) =>
    text.includes(`"#/components/schemas/${name}"`),
  );
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(used) } };
}

function bodyOf({ content }: { content: Content }, schema: z.ZodType) {
  return { content: withExample(content, exampleOf(schema)), required: !schema.safeParse(undefined).success };
}

function responseOf(route: AppRoute, status: number, { content }: { content: Content }): object {
  if (status >= 400) return failureWith(codesOf(route, status));
  const schema = route.responses[status];
  if (!(schema instanceof z.ZodType)) return file;
  const description = status === 201 ? 'Created' : 'Success';
  return { description, content: withExample(content, exampleResponse(schema)) };
}

function withExample(content: Content, example: unknown): Content {
  return Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...media, example }]));
}

const file = {
  description: 'A file. `Content-Type` and `Content-Disposition` contain its type and its name.',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};

/** Every failure has the same shape. */
const failure = { $ref: '#/components/responses/Failure' };
const failureContent = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };

/** The codes that a route declares for a status. */
function codesOf(route: AppRoute, status: number): ErrorCode[] {
  return declaredErrors(route).filter((code) => errorCatalogue[code].status === status);
}

/** A failure with the codes that the route declares. */
function failureWith(codes: ErrorCode[]) {
  if (codes.length === 0) return failure;
  const description = codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n');
  return { description, content: failureContent, 'x-error-codes': codes };
}

/** ts-rest documents no request body without a schema. */
const formWithFile = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['file'],
        properties: { file: { type: 'string' as const, format: 'binary' } },
      },
    },
  },
};

/** The schemas that the contract exports, named after their exports. They are converted when an operation uses them. */
class Components {
  readonly schemas: Record<string, SchemaObject> = {};
  private readonly registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };

  constructor() {
    for (const [schema, id] of schemaNames) {
      this.registries.output.add(schema, { id });
      this.registries.input.add(schema, { id: isForRequests(id) || isSymmetric(schema) ? id : `${id}Input` });
    }
  }

  schemaOf({ schema, type }: Usage): SchemaObject | null {
    if (!(schema instanceof z.ZodType)) return null;
    const direction = type === 'response' ? 'output' : 'input';
    const converted = convert(schema, direction, this.registries[direction]);
    const { definitions = {}, ...root } = converted as typeof converted & { definitions?: Components['schemas'] };
    if (type === 'body' || type === 'response') {
      Object.assign(this.schemas, definitions);
      return root;
    }
    // Parameters are listed one by one, so ts-rest needs their properties instead of a reference.
    const { [this.registries.input.get(schema)?.id ?? '']: parameters = root, ...others } = definitions;
    Object.assign(this.schemas, others);
    return parameters;
  }
}

/** By the naming convention of the contract, such a schema is never part of a response. */
function isForRequests(id: string): boolean {
  return /(Body|Query|Params)$/.test(id);
}

function isSymmetric(schema: z.ZodType): boolean {
  return JSON.stringify(convert(schema, 'input')) === JSON.stringify(convert(schema, 'output'));
}

/** zod generates the same dialect; only the types of the two packages differ. */
function convert(schema: z.ZodType, io: Direction, metadata = z.registry<{ id: string }>()): SchemaObject {
  const converted = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // OpenAPI 3.0 has a format instead of this keyword of JSON Schema.
      if (jsonSchema.contentEncoding !== 'base64') return;
      jsonSchema.format = 'byte';
      delete jsonSchema.contentEncoding;
    },
  });
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/definitions/', '"#/components/schemas/')) as SchemaObject;
}

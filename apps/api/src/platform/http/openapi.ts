import { contract, type RoutePolicy } from '@shifa/contract';
import { generateOpenApi, type SchemaTransformerSync } from '@ts-rest/open-api';
import { z } from 'zod';

/** The contract as an OpenAPI document. */
export function openApiDocument(): ReturnType<typeof generateOpenApi> {
  return generateOpenApi(
    contract,
    {
      info: { title: 'Shifa MS', version: '1.0.0', description: 'Every endpoint, generated from the contract.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    {
      setOperationId: 'concatenated-path',
      schemaTransformer: toSchemaObject,
      operationMapper: (operation, route) => {
        const { permission, upload } = route.metadata as RoutePolicy;
        const tag = route.path.split('/')[2] ?? 'other';
        return {
          ...operation,
          ...(upload && { requestBody: formWithFile }),
          tags: [tag],
          description: permission === 'public' ? 'Public.' : `Needs ${permission}.`,
          security: permission === 'public' ? [] : [{ bearer: [] }],
        };
      },
    },
  );
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

function toSchemaObject({ schema, type }: Parameters<SchemaTransformerSync>[0]): SchemaObject | null {
  return schema instanceof z.ZodType ? asOpenApi(schema, type === 'response' ? 'output' : 'input') : null;
}

type SchemaObject = NonNullable<ReturnType<SchemaTransformerSync>>;

/** zod generates the same dialect; only the types of the two packages differ. */
function asOpenApi(schema: z.ZodType, io: 'input' | 'output'): SchemaObject {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' }) as SchemaObject;
}

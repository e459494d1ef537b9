type Node = { [keyword: string]: unknown };

const nothing = { type: 'string', nullable: true, enum: [null] };

/**
 * Writes a part of an OpenAPI document as simply as OpenAPI 3.0 allows, where zod writes it as linters advise against:
 * a reference that is alone, is nullable or has a default, and a record whose keys are known. The meaning is the same.
 * @param components the schemas that references lead to, by their name
 */
export function plainNotation(part: unknown, components: Node): unknown {
  if (Array.isArray(part)) return part.map((entry) => plainNotation(entry, components));
  if (!isNode(part)) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, name === 'example' ? value : plainNotation(value, components)]),
  );
  return withKeys(withNull(withReference(inner, components)));
}

/** OpenAPI 3.0 ignores what stands beside a reference, so that zod wraps it. */
function withReference({ allOf, ...beside }: Node, components: Node): Node {
  if (allOf === undefined) return beside;
  const [reference, ...others] = allOf as Node[];
  if (!reference?.['$ref'] || others.length > 0) return { ...beside, allOf };
  if (Object.keys(beside).length === 0) return reference;
  if (beside['nullable']) return { ...beside, anyOf: [reference] };
  const name = (reference['$ref'] as string).split('/').at(-1) ?? '';
  return { ...(plainNotation(components[name], components) as Node), ...beside };
}

/** `nullable` has no effect without a type beside it, or with an `enum` that lacks null. */
function withNull({ nullable, anyOf, ...beside }: Node): Node {
  if (nullable && Array.isArray(anyOf)) return { ...beside, anyOf: [...(anyOf as unknown[]), nothing] };
  const node: Node = { ...beside, ...(anyOf !== undefined && { anyOf }), ...(nullable !== undefined && { nullable }) };
  if (!nullable || !Array.isArray(node['enum']) || node['enum'].includes(null)) return node;
  return { ...node, enum: [...(node['enum'] as unknown[]), null] };
}

/** A record with a key for each value of an enum is an object with these properties. */
function withKeys({ additionalProperties, ...record }: Node): Node {
  if (!isNode(additionalProperties) || record['properties'] !== undefined || !Array.isArray(record['required'])) {
    return additionalProperties === undefined ? record : { ...record, additionalProperties };
  }
  const keys = (record['required'] as string[]).map((key) => [key, additionalProperties]);
  return { ...record, properties: Object.fromEntries(keys) as Node, additionalProperties: false };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

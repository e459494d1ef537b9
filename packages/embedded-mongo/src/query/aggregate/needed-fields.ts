import { type Document, isDocument } from '../bson.js';
import { type Filter, parseFilter } from '../filter.js';

/**
 * The top-level document fields that a pipeline reads, if it passes none of the documents themselves on; undefined if
 * it may read any field.
 */
export function neededFields(pipeline: readonly unknown[]): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  for (const stage of pipeline) {
    if (!isDocument(stage)) return undefined;
    const [name = '', other] = Object.keys(stage);
    if (other !== undefined) return undefined;
    const argument: unknown = stage[name];
    switch (name) {
      case '$match':
        if (isDocument(argument)) addPaths(fields, filteredPaths(parseFilter(argument)));
        break;
      case '$sort':
        if (isDocument(argument)) addPaths(fields, Object.keys(argument));
        break;
      case '$limit':
        break;
      case '$group':
        addExpression(fields, argument);
        return fields;
      case '$count':
        return fields;
      default:
        return undefined;
    }
  }
  return undefined;
}

/** The top-level fields that a filter and a sort read. */
export function fieldsRead(filter: Filter, sort: Document): ReadonlySet<string> {
  const fields = new Set<string>();
  addPaths(fields, [...filteredPaths(filter), ...Object.keys(sort)]);
  return fields;
}

function filteredPaths(filter: Filter): string[] {
  return filter.flatMap((condition) =>
    condition.kind === 'or' ? condition.branches.flatMap(filteredPaths) : [condition.path.text],
  );
}

function addExpression(fields: Set<string>, expression: unknown): void {
  if (typeof expression === 'string') {
    if (expression.startsWith('$')) addPaths(fields, [expression.slice(1)]);
  } else if (Array.isArray(expression)) {
    for (const part of expression) addExpression(fields, part);
  } else if (isDocument(expression)) {
    for (const part of Object.values(expression)) addExpression(fields, part);
  }
}

function addPaths(fields: Set<string>, paths: readonly string[]): void {
  for (const path of paths) fields.add(path.split('.')[0] ?? '');
}

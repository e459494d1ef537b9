import { type Document, isDocument } from '../bson.js';
import { compileExpression, type Evaluate, type Scope } from '../expression.js';

interface Equality {
  field: string;
  value: Evaluate;
}

/**
 * The conditions that the leading `$match` of a pipeline imposes on every document, as a filter for an index: its
 * field conditions, and the equalities of its `$expr` with the current values of the variables. The filter finds all
 * matches; its results still have to go through the pipeline. Undefined if there are no such conditions.
 */
export function leadingConditions(pipeline: unknown, scope: Scope): () => Document | undefined {
  const stage: unknown = Array.isArray(pipeline) ? pipeline[0] : undefined;
  const match = isDocument(stage) ? stage.$match : undefined;
  if (!isDocument(match)) return () => undefined;
  const constant = Object.entries(match)
    .filter(([name]) => !name.startsWith('$'))
    .map(([name, operand]) => ({ [name]: operand }));
  const equalities = equalitiesOf(match.$expr, scope);
  return () => {
    const conditions = [...constant, ...equalities.flatMap(conditionOf)];
    return conditions.length === 0 ? undefined : { $and: conditions };
  };
}

function equalitiesOf(expression: unknown, scope: Scope): Equality[] {
  if (!isDocument(expression)) return [];
  const { $and: all, $eq: sides } = expression;
  if (Array.isArray(all)) return all.flatMap((part: unknown) => equalitiesOf(part, scope));
  if (!Array.isArray(sides) || sides.length !== 2) return [];
  const [left, right] = sides as unknown[];
  const [path, other] = isFieldPath(left) ? [left, right] : [right, left];
  if (!isFieldPath(path) || !isFree(other)) return [];
  return [{ field: path.slice(1), value: compileExpression(other, scope) }];
}

function isFieldPath(expression: unknown): expression is string {
  return typeof expression === 'string' && expression.startsWith('$') && !expression.startsWith('$$');
}

/** True for an expression that does not depend on a document: a variable or a constant. */
function isFree(expression: unknown): boolean {
  if (typeof expression === 'string') return !/^\$(?!\$)|^\$\$(ROOT|CURRENT)\b/.test(expression);
  return !isDocument(expression) && !Array.isArray(expression);
}

// Arrays are excluded: an expression compares an array as a whole, and gets one where a path passes through several
// documents.
function conditionOf({ field, value }: Equality): Document[] {
  const wanted = value({});
  return Array.isArray(wanted) ? [] : [{ [field]: { $eq: wanted ?? null } }];
}

import { type Document, isDocument } from '../bson.js';

/** Operators that refer to fields by other means. */
const OPAQUE = ['$top', '$topN', '$bottom', '$bottomN'];

class UnknownFields extends Error {}

/**
 * The top-level document fields that a pipeline reads, if it passes none of the documents themselves on; undefined if
 * it may read any field.
 */
export function neededFields(pipeline: readonly unknown[]): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  try {
    for (const stage of pipeline) {
      if (!isDocument(stage)) return undefined;
      if (addStage(fields, stage)) return fields;
    }
  } catch (error) {
    if (!(error instanceof UnknownFields)) throw error;
  }
  return undefined;
}

/** Returns whether no document passes beyond the stage. */
function addStage(fields: Set<string>, stage: Document): boolean {
  const [name = '', other] = Object.keys(stage);
  if (other !== undefined) throw new UnknownFields();
  const argument: unknown = stage[name];
  switch (name) {
    case '$match':
      addFilter(fields, argument);
      return false;
    case '$sort':
      for (const path of Object.keys(isDocument(argument) ? argument : {})) addPath(fields, path);
      return false;
    case '$skip':
    case '$limit':
      return false;
    case '$group':
    case '$bucket':
    case '$sortByCount':
      addExpression(fields, argument);
      return true;
    case '$count':
      return true;
    default:
      throw new UnknownFields();
  }
}

function addFilter(fields: Set<string>, filter: unknown): void {
  if (!isDocument(filter)) throw new UnknownFields();
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$expr') addExpression(fields, operand);
    else if (['$and', '$or', '$nor'].includes(name) && Array.isArray(operand))
      for (const branch of operand) addFilter(fields, branch);
    else if (name.startsWith('$')) throw new UnknownFields();
    else addPath(fields, name);
  }
}

function addExpression(fields: Set<string>, expression: unknown): void {
  if (typeof expression === 'string') {
    if (/^\$\$(ROOT|CURRENT)\b/.test(expression)) throw new UnknownFields();
    if (/^\$[^$]/.test(expression)) addPath(fields, expression.slice(1));
  } else if (Array.isArray(expression)) {
    for (const part of expression) addExpression(fields, part);
  } else if (isDocument(expression)) {
    for (const [name, part] of Object.entries(expression)) {
      if (OPAQUE.includes(name)) throw new UnknownFields();
      addExpression(fields, part);
    }
  }
}

function addPath(fields: Set<string>, path: string): void {
  fields.add(path.split('.')[0] ?? '');
}

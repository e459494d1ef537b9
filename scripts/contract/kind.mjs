// Whether a difference between two schemas breaks clients, by its keyword and by who writes the data.

const kinds = { breaking: 'breaking', 'non-breaking': 'compatible', deprecated: 'note', annotation: 'note' };
const words = ['description', 'summary', 'example', 'title', 'operationId', 'default', 'deprecated'];
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'multipleOf'];

/**
 * The kind of a difference that api-smart-diff found, whose own judgement is only used where no rule is better: it takes
 * another type in an answer for compatible, and a new field of an answer for breaking.
 * @param diff with `action`, `before`, `after` and `type`
 * @param inner its path within the operation
 */
export function kindOf(diff, inner) {
  const [part] = inner;
  const [parent, keyword] = inner.slice(-2);
  const isNamed = parent === 'properties';
  if (part === 'tags' || (words.includes(keyword) && !isNamed)) return 'note';
  if (part === 'parameters' && inner.length === 2) return ofParameter(diff);
  const breaksIf = (isBreaking) => (isBreaking ? 'breaking' : 'compatible');
  const { action, before, after } = diff;
  const isAnswer = part === 'responses';
  // Readers ignore fields that they do not know; the API ignores those that it no longer knows, so that data are lost.
  if (isNamed) return breaksIf(action !== 'add');
  if (parent === 'required' || parent === 'enum' || parent === 'anyOf' || parent === 'oneOf') {
    if (action === 'replace') return 'breaking';
    const breaksRequests = parent === 'required' ? 'add' : 'remove';
    return breaksIf((action === breaksRequests) !== isAnswer);
  }
  // Earlier releases don't say whether a body is required.
  if (part === 'requestBody' && keyword === 'required' && inner.length === 2 && action === 'add') return 'note';
  // Of a parameter or a body.
  if (keyword === 'required' && typeof (after ?? before) === 'boolean') return breaksIf(after === true);
  if (keyword === 'enum') return breaksIf(action === 'replace' || (action === 'add') !== isAnswer);
  if (keyword === 'nullable') return breaksIf((after === true) === isAnswer);
  if (keyword === 'type') {
    const [narrow, wide] = isAnswer ? [after, before] : [before, after];
    return breaksIf(narrow !== 'integer' || wide !== 'number');
  }
  const sign = upperLimits.includes(keyword) ? 1 : lowerLimits.includes(keyword) ? -1 : 0;
  if (sign !== 0) {
    // What an answer may contain at most is said for forms; clients do not depend on it.
    if (isAnswer) return 'note';
    return breaksIf(action === 'add' || (action === 'replace' && (Number(after) - Number(before)) * sign < 0));
  }
  if (keyword === 'pattern') return isAnswer ? 'note' : breaksIf(action !== 'remove');
  if (keyword === 'format') return breaksIf(action === 'replace' || (action === 'add') !== isAnswer);
  return kinds[diff.type] ?? 'breaking';
}

function ofParameter({ action, after }) {
  if (action === 'add') return after.required ? 'breaking' : 'compatible';
  return 'breaking';
}

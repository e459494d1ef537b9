import { DomainError } from '../domain/domain-error';

/**
 * MongoDB has no NUL character in names and regular expressions, and no half of a surrogate pair in any text. Texts of
 * people contain neither.
 * @throws DomainError VALIDATION_FAILED on the field.
 */
export function rejectUnstorableText({
  params,
  query,
  headers,
  body,
}: Record<'params' | 'query' | 'headers' | 'body', unknown>): void {
  for (const part of [params, headers, query, body]) {
    const path = pathOfUnstorableText(part);
    if (path) throw DomainError.onField('VALIDATION_FAILED', path.join('.'), 'Contains an invalid character');
  }
}

function pathOfUnstorableText(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (!Array.isArray(value) && !isPlainObject(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const path = isStorable(key) ? pathOfUnstorableText(child) : [];
    if (path) return [key, ...path];
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

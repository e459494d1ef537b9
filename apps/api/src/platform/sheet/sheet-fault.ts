import { DomainError } from '../http/domain-error';

/** A file that cannot be taken as a whole, with every reason in words. */
export function unreadableSheet(...messages: [string, ...string[]]): DomainError {
  return new DomainError('SHEET_UNREADABLE', {
    message: messages.join('. '),
    errors: messages.map((message) => ({ field: 'content', message })),
  });
}

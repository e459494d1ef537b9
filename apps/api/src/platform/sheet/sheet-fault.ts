import { DomainError } from '../http/domain-error';

/** The error for a file that is rejected as a whole, with every reason. */
export function unreadableSheet(...messages: [string, ...string[]]): DomainError {
  return new DomainError('SHEET_UNREADABLE', {
    message: messages.join('. '),
    errors: messages.map((message) => ({ field: 'content', message })),
  });
}

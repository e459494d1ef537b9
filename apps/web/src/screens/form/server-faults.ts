import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, messageOf } from '../../lib/api-error';

/**
 * Puts the server's faults under the fields they are about and the focus on the first of them. Gives back the words
 * for above the form when something is left to say: the message, or a fault of a field that the form does not show.
 */
export function placeServerFaults<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  otherwise?: string,
): string | undefined {
  const faults = error instanceof ApiError ? error.errors : [];
  const shown = [...form.control._names.mount];
  // A control that holds an object, such as a licence, shows the faults of its parts.
  const placed = faults.filter(({ field }) => shown.some((name) => field === name || field.startsWith(`${name}.`)));
  placed.forEach(({ field, message }, index) => {
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (faults.length > 0 && placed.length === faults.length) return undefined;
  const hidden = faults.filter((fault) => !placed.includes(fault)).map(({ message }) => message);
  return [messageOf(error, otherwise), ...hidden].join('. ');
}

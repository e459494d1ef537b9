import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, messageOf } from '../../lib/api-error';

type Fault = ApiError['errors'][number];

/** The faults of fields that the server named. */
export function faultsIn(error: unknown): readonly Fault[] {
  return error instanceof ApiError ? error.errors : [];
}

/** What is said above a form: the message, and the faults of fields that it does not show; nothing if it shows them all. */
export function describeUnplaced(
  message: string | undefined,
  faults: readonly Fault[],
  isShown: (field: string) => boolean,
): string | undefined {
  const hidden = faults.filter(({ field }) => !isShown(field));
  if (faults.length > 0 && hidden.length === 0) return undefined;
  return message && [...new Set([message, ...hidden.map((fault) => fault.message)])].join('. ');
}

/**
 * Puts the server's faults under the fields they are about and the focus on the first of them.
 * @returns what is said above the form; see `describeUnplaced`
 */
export function placeServerFaults<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  otherwise?: string,
): string | undefined {
  const faults = faultsIn(error);
  const shown = [...form.control._names.mount];
  // A control that holds an object, such as a licence, shows the faults of its parts.
  const isShown = (field: string) => shown.some((name) => field === name || field.startsWith(`${name}.`));
  const placed = faults.filter(({ field }) => isShown(field));
  placed.forEach(({ field, message }, index) => {
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return describeUnplaced(messageOf(error, otherwise), faults, isShown);
}

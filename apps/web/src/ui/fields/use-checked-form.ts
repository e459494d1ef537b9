import { hashKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';

/**
 * The state of every form. A fault that is shown follows what is typed, before the first submit too: with each change,
 * the faults of all fields are judged again, because a rule between two fields is often met by changing the other one.
 * What the server found stays until its own field changes.
 */
export function useCheckedForm<Values extends FieldValues, Output = Values>(
  options: UseFormProps<Values, unknown, Output>,
): UseFormReturn<Values, unknown, Output> {
  const form = useForm<Values, unknown, Output>(options);
  const { subscribe, trigger, getValues } = form;
  const recheck = useEffectEvent((changed: string | undefined) => {
    const faults = faultyFields<Values>(form.control._formState.errors);
    const stale = faults.filter(({ name, byServer }) => !byServer || name === changed).map(({ name }) => name);
    if (stale.length > 0) void trigger(stale);
  });
  useEffect(() => {
    let last = hashKey([getValues()]);
    return subscribe({
      formState: { values: true },
      // Also told of the faults that it has just judged itself.
      callback: ({ name, values }) => {
        const next = hashKey([values]);
        if (next === last) return;
        last = next;
        recheck(name);
      },
    });
  }, [subscribe, getValues]);
  return form;
}

type Fault<Values extends FieldValues> = { name: FieldPath<Values>; byServer: boolean };

/** The fields with a fault, by their path. */
function faultyFields<Values extends FieldValues>(errors: FieldErrors, path = ''): Fault<Values>[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (key === 'root' || error === undefined || typeof error !== 'object') return [];
    const name = `${path}${key}` as FieldPath<Values>;
    // A control that holds an object has the faults of its parts.
    if (typeof error.type === 'string') return [{ name, byServer: error.type === 'server' }];
    return faultyFields<Values>(error as FieldErrors, `${name}.`);
  });
}

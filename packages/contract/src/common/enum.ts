import { z } from 'zod';

/**
 * One of the values. The error of another value lists them; a blank value gets the `required` message, if there is one.
 */
export function enumOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  required?: string,
): z.ZodEnum<{ [Value in Values[number]]: Value }> {
  const message = `Must be one of ${values.join(', ')}`;
  const isBlank = (input: unknown) => input === undefined || input === null || input === '';
  return z.enum(values, { error: ({ input }) => (required !== undefined && isBlank(input) ? required : message) });
}

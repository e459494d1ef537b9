import { useState } from 'react';
import { describeUnplaced, faultsIn } from './server-faults';

type Write = { error: Error | null; fault: string | undefined };

/**
 * What is wrong with the fields of a form that keeps its values itself: what is missing is shown once it was to be sent.
 * @param others what else shows its refusal, without positions: `lines.quantity` for that of each line
 */
export function useFieldFaults<Field extends string>(
  write: Write,
  missing: Record<Field, string | undefined>,
  others: readonly string[] = [],
) {
  const [tried, setTried] = useState(false);
  const refused = faultsIn(write.error);
  const isShown = (field: string) => field in missing || others.includes(field.replaceAll(/\.\d+(?=\.|$)/g, ''));
  const refusalOf = (field: string) => refused.find((fault) => fault.field === field)?.message;
  return {
    tried,
    /** Above the form: why it failed, where no field says so. */
    error: describeUnplaced(write.fault, refused, isShown),
    /** What the server said of a field. */
    refusalOf,
    /** The same, or else what is missing. */
    faultOf: (field: Field) => refusalOf(field) ?? (tried ? missing[field] : undefined),
    /** Shows what is missing from now on, and says whether nothing is. */
    check: () => {
      setTried(true);
      return Object.values(missing).every((fault) => fault === undefined);
    },
  };
}

import { useState } from 'react';
import { ApiError } from '../../lib/api-error';

type Write = { error: Error | null; fault: string | undefined };

/** What is wrong with the fields of a form that keeps its values itself: what is missing is shown once it was to be sent. */
export function useFieldFaults<Field extends string>(write: Write, missing: Record<Field, string | undefined>) {
  const [tried, setTried] = useState(false);
  const refused = write.error instanceof ApiError ? write.error.errors : [];
  const refusalOf = (field: string) => refused.find((fault) => fault.field === field)?.message;
  return {
    tried,
    /** Above the form: why it failed, where no field says so. */
    error: refused.length > 0 ? undefined : write.fault,
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

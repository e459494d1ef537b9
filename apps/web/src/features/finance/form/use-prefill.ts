import type { PartySuggestion } from '@shifa/contract';
import { useRef } from 'react';
import type { TransactionForm } from './use-transaction-form';

type Usual = Pick<PartySuggestion, 'category' | 'paymentMethod'>;

const fields = ['category', 'paymentMethod'] as const;

/**
 * Fills in what usually goes with a party, where the person has not chosen for themselves: what was chosen stays, what
 * an earlier party filled in does not. An entry that is edited was chosen whole.
 */
export function usePrefill(form: TransactionForm, active: boolean): (usual: Usual) => void {
  const filled = useRef<Usual>(undefined);
  const { defaultValues, isSubmitted } = form.formState;
  return ({ category, paymentMethod }) => {
    if (!active) return;
    const usual = { category, paymentMethod };
    for (const field of fields) {
      const untouched = [defaultValues?.[field], filled.current?.[field]].includes(form.getValues(field));
      if (untouched) form.setValue(field, usual[field], { shouldDirty: true, shouldValidate: isSubmitted });
    }
    filled.current = usual;
  };
}

import { useEffect, useRef } from 'react';

/** After a refusal the first field that is at fault gets the focus, wherever it is folded away. */
export function useFocusOnFault(attempts: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts === 0) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [attempts]);
  return fields;
}

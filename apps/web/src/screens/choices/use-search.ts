import { useState } from 'react';
import { useDebounced } from '../../lib/use-debounced';

/** What is typed to find something on the server, and what that makes of a `Combobox`. */
export function useSearch() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed).trim();
  return {
    open,
    asked: search === '' ? undefined : search,
    box: {
      open,
      onOpen: () => setOpen(true),
      onClose: () => setOpen(false),
      text: typed,
      onText: (text: string, reason: string) => setTyped(reason === 'input' ? text : ''),
      loadingText: 'Searching …',
      maxLength: 100,
    },
  };
}

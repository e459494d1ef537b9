import { useSearchParams } from 'react-router-dom';

/** The entry whose drawer is open, `?entry=<id>` on every page of the finances; what else the address says is kept. */
export function useOpenedEntry(): {
  id: string | undefined;
  show: (entry: { _id: string }) => void;
  close: () => void;
} {
  const [params, setParams] = useSearchParams();
  return {
    id: params.get('entry') ?? undefined,
    show: ({ _id }) =>
      setParams((current) => {
        const next = new URLSearchParams(current);
        next.set('entry', _id);
        return next;
      }),
    close: () =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('entry');
          return next;
        },
        { replace: true },
      ),
  };
}

import { useEffect } from 'react';
import { product } from '../config/product';

/** Names the window after the page that is open. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product.name}`;
  }, [title]);
}

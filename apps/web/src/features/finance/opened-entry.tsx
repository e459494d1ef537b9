import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import { useOpenedEntry } from './finance-navigation';

const TransactionDrawer = lazyPart(async () => (await import('./entry/transaction-drawer')).TransactionDrawer);

/** The entry that the address names, in the drawer. */
export function OpenedEntry() {
  const { id, close } = useOpenedEntry();
  return <Suspense fallback={null}>{id !== undefined && <TransactionDrawer id={id} onClose={close} />}</Suspense>;
}

import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { useOpenedEntry } from './finance-navigation';

const TransactionDrawer = lazyComponent(async () => (await import('./entry/transaction-drawer')).TransactionDrawer);

/** The entry that the address names, in the drawer. */
export function OpenedEntry() {
  const { id, close } = useOpenedEntry();
  return <Suspense fallback={null}>{id !== undefined && <TransactionDrawer id={id} onClose={close} />}</Suspense>;
}

import { RowList } from '../../../screens/list/list-view';
import { PageHeader } from '../../../ui/page-header';
import { InventoryTabs } from '../inventory-tabs';
import { movementListOf } from './movement-list';

const movementList = movementListOf();

/** The ledger of every item that the viewer may see. */
export function MovementsPage() {
  return (
    <>
      <PageHeader title="Inventory Management" documentTitle="Stock movements" />
      <InventoryTabs />
      <RowList list={movementList} />
    </>
  );
}

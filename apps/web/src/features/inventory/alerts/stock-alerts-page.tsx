import { Actions } from '../../../screens/actions/actions';
import { ActionRowList } from '../../../screens/list/list-view';
import { PageHeader } from '../../../ui/page-header';
import { InventoryTabs } from '../inventory-tabs';
import { stockAlertActions } from './stock-alert.actions';
import { stockAlertListOf } from './stock-alert-list';

const stockAlertList = stockAlertListOf();

/** The alerts of all items that the viewer may see, with what can be done about each. */
export function StockAlertsPage() {
  return (
    <>
      <PageHeader title="Inventory Management" documentTitle="Stock alerts" />
      <InventoryTabs />
      <Actions of={stockAlertActions}>
        <ActionRowList list={stockAlertList} />
      </Actions>
    </>
  );
}

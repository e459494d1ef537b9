import { useActions } from '../../../screens/actions/use-actions';
import { RowList } from '../../../screens/list/list-view';
import { PageHeader } from '../../../ui/page-header';
import { InventoryTabs } from '../inventory-tabs';
import { stockAlertActions } from './stock-alert.actions';
import { stockAlertListOf } from './stock-alert-list';

const stockAlertList = stockAlertListOf();

/** The alerts of all items that the viewer may see, with what can be done about each. */
export function StockAlertsPage() {
  const actions = useActions(stockAlertActions);
  return (
    <>
      <PageHeader title="Inventory Management" documentTitle="Stock alerts" />
      <InventoryTabs />
      <RowList list={stockAlertList} entriesFor={(alert) => actions.entriesFor(alert)} />
      {actions.dialog}
    </>
  );
}

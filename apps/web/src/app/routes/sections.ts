import { approvals } from './approvals';
import { attendance } from './attendance';
import { dashboard } from './dashboard';
import { finances } from './finances';
import { helpSupport } from './help-support';
import { inventory } from './inventory';
import { laboratories } from './laboratories';
import { notifications } from './notifications';
import { permissions } from './permissions';
import { profile } from './profile';
import { purchaseOrders } from './purchase-orders';
import { reports } from './reports';
import type { Section } from './section';
import { settings } from './settings';
import { staff } from './staff';
import { suppliers } from './suppliers';

/** The sections of the features, in the order of the sidebar. */
const features: readonly Section[] = [
  // A feature joins the web app with one line here.
  laboratories,
  staff,
  permissions,
  finances,
  inventory,
  purchaseOrders,
  suppliers,
  attendance,
  reports,
];

/** Every section, in the order of the sidebar. */
export const sections: readonly Section[] = [
  dashboard,
  approvals(features.flatMap(({ inbox = [] }) => inbox)),
  ...features,
  settings,
  profile,
  notifications,
  helpSupport,
];

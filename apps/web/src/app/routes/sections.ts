import { attendance } from './attendance';
import { dashboard } from './dashboard';
import { finances } from './finances';
import { helpSupport } from './help-support';
import { inventory } from './inventory';
import { laboratories } from './laboratories';
import { notifications } from './notifications';
import { permissions } from './permissions';
import { profile } from './profile';
import { reports } from './reports';
import type { Section } from './section';
import { settings } from './settings';
import { staff } from './staff';

/** Every section, in the order of the sidebar. A feature joins the web app with one line here. */
export const sections: readonly Section[] = [
  dashboard,
  laboratories,
  staff,
  permissions,
  finances,
  inventory,
  attendance,
  reports,
  settings,
  profile,
  notifications,
  helpSupport,
];

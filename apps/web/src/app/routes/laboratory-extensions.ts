import { toExtensions } from '../../screens/detail/laboratory-extensions';
import { attendanceExtension } from '../../features/attendance/laboratory-extension';
import { rosterExtension } from '../../features/attendance/roster-extension';
import { financeExtension } from '../../features/finance/laboratory-extension';
import { inventoryExtension } from '../../features/inventory/laboratory-extension';
import { purchasingExtension } from '../../features/purchasing/laboratory-extension';

/** What other features add to laboratories, in the order of the screens. A feature adds its extension in one line. */
export const laboratoryExtensions = toExtensions({
  attendance: attendanceExtension,
  roster: rosterExtension,
  finance: financeExtension,
  inventory: inventoryExtension,
  purchasing: purchasingExtension,
});

import { type DashboardExtension, DashboardExtensions } from '../../screens/detail/dashboard-extensions';
import { SetupSteps } from '../../screens/setup/setup-steps';
import { attendanceExtension, ownDayExtension } from '../../features/attendance/dashboard-extension';
import { DashboardPage } from '../../features/dashboard/dashboard-page';
import { financeExtension } from '../../features/finance/dashboard-extension';
import { inventoryExtension } from '../../features/inventory/dashboard-extension';
import { staffExtension } from '../../features/staff/dashboard-extension';
import { setupSteps } from './setup-steps';

/** What features add to the dashboard, in the order of the screen. A feature adds its extension in one line. */
const extensions: readonly DashboardExtension[] = [
  ownDayExtension,
  attendanceExtension,
  inventoryExtension,
  staffExtension,
  financeExtension,
];

/** The dashboard with what features add to it. */
export function Dashboard() {
  return (
    <DashboardExtensions value={extensions}>
      <SetupSteps value={setupSteps}>
        <DashboardPage />
      </SetupSteps>
    </DashboardExtensions>
  );
}

import type { SetupStep } from '../../screens/setup/setup-steps';
import { calendarSetupStep, displaySetupStep } from '../../features/attendance/setup-steps';
import { entrySetupStep } from '../../features/finance/setup-step';
import { stockSetupStep } from '../../features/inventory/setup-step';
import { peopleSetupStep } from '../../features/staff/setup-step';

/** What there is to set up in a laboratory, in this order. A feature adds its steps in one line each. */
export const setupSteps: readonly SetupStep[] = [
  peopleSetupStep,
  calendarSetupStep,
  stockSetupStep,
  displaySetupStep,
  entrySetupStep,
];

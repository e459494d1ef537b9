import { initContract } from '@ts-rest/core';
import { attendanceContract } from './attendance/attendance.contract.js';
import { leavesContract } from './attendance/leave.contract.js';
import { authContract } from './auth/auth.contract.js';
import { commonFailures } from './common/envelope.js';
import { transactionsContract } from './finance/transaction.contract.js';
import { batchRecallsContract } from './inventory/batch-recall.contract.js';
import { inventoryContract } from './inventory/inventory.contract.js';
import { stockTransfersContract } from './inventory/stock-transfer.contract.js';
import { stockAlertsContract } from './inventory/stock-alert.contract.js';
import { laboratoriesContract } from './laboratories/laboratory.contract.js';
import { notificationsContract } from './notifications/notification.contract.js';
import { permissionsContract } from './permissions/permission.contract.js';
import { preferencesContract } from './preferences/preferences.contract.js';
import { staffContract } from './staff/staff.contract.js';

const c = initContract();
const options = { pathPrefix: '/api', strictStatusCodes: true, commonResponses: commonFailures } as const;

// Every endpoint of the product, such as `contract.staff.list`. A feature adds its routes here in one line.
export const auth = c.router(authContract, options);
export const laboratories = c.router(laboratoriesContract, options);
export const staff = c.router(staffContract, options);
export const permissions = c.router(permissionsContract, options);
export const preferences = c.router(preferencesContract, options);
export const notifications = c.router(notificationsContract, options);
export const transactions = c.router(transactionsContract, options);
export const inventory = c.router(inventoryContract, options);
export const batchRecalls = c.router(batchRecallsContract, options);
export const stockTransfers = c.router(stockTransfersContract, options);
export const stockAlerts = c.router(stockAlertsContract, options);
export const leaves = c.router(leavesContract, options);
export const attendance = c.router(attendanceContract, options);

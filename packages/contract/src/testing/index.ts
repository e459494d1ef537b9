export * from '../attendance/attendance.factory.js';
export * from '../finance/transaction.factory.js';
export * from '../inventory/inventory.factory.js';
export * from '../laboratories/laboratory.factory.js';
export * from '../notifications/notification.factory.js';
export * from '../staff/staff.factory.js';
export * from './sequence.js';
export * from './session-user.factory.js';

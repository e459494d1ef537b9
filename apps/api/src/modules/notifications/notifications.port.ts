/** What other features use to notify people. */
export { GroupCounts, totalOf } from './group-counts';
export { type Notice, Notices, noticesSent, type NoticesSent } from './notices';
export { ReminderRepository } from './reminder.repository';

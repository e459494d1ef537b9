/** What other features use to notify people. */
export { type Notice, Notices } from './notices';

import { plural } from '@shifa/contract';
import { formatCount } from '../../lib/format';

export function unreadText(count: number): string {
  return plural(count, '1 unread notification', `${formatCount(count)} unread notifications`);
}

export const everyoneText = 'Everyone in all laboratories will be notified.';

export function everyoneInText(laboratory: string | undefined): string {
  return laboratory === undefined
    ? 'Everyone in your laboratory will be notified.'
    : `Everyone in ${laboratory} will be notified.`;
}

export const deletionText = (title: string, recipient: string) =>
  `This deletes “${title}” to ${recipient}. You can't undo it.`;

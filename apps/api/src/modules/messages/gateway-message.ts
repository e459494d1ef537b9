import { type Notification, notificationTypeLabels } from '@shifa/contract';
import type { GatewayMessage } from './gateway';

/** Providers of templates refuse longer values. */
const MAX_TITLE = 120;
const MAX_TEXT = 500;

type Content = Omit<GatewayMessage, 'id' | 'to'>;

/**
 * What is sent for a notification: the same variables for each type, so that the text of a template can name them.
 * Names and amounts only if the person has allowed them; the link then leads to what it is about.
 */
export function noticeContent(
  { type, title, message, actionUrl }: Notification,
  details: boolean,
  linkTo: (path: string) => string,
): Content {
  const shown = details
    ? { title, message, link: linkTo(actionUrl ?? '/notifications') }
    : {
        title: notificationTypeLabels[type],
        message: 'You have a new notification',
        link: linkTo('/notifications'),
      };
  return {
    template: `notice_${type}`,
    variables: { ...shown, title: asVariable(shown.title, MAX_TITLE), message: asVariable(shown.message, MAX_TEXT) },
  };
}

export function codeContent(code: string, minutes: number): Content {
  return { template: 'confirmation_code', variables: { code, minutes: String(minutes) } };
}

export function testContent(linkTo: (path: string) => string): Content {
  const text = { title: 'Test message', message: 'You now receive messages from Shifa MS on this phone.' };
  return { template: 'test', variables: { ...text, link: linkTo('/settings/notifications') } };
}

/**
 * A text of people as one line: providers refuse line breaks and tabs in variables, and characters that reorder text
 * could disguise what it says. Joiners stay, which Hindi needs.
 */
function asVariable(text: string, most: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu, '')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

import { capitalized } from '../lib/format';
const isApple = /^(Mac|iP)/.test(navigator.platform);
const names: Readonly<Record<string, string>> = {
  arrowdown: '↓',
  arrowup: '↑',
  escape: 'Esc',
  ctrl: isApple ? '⌘' : 'Ctrl',
};

/** As on a keyboard: `Shift+A`, and `G then F` for one after the other. */
export function printed(keys: string): string {
  const printedKey = (key: string) => names[key] ?? capitalized(key);
  return keys
    .split(' ')
    .map((together) => together.split('+').map(printedKey).join('+'))
    .join(' then ');
}

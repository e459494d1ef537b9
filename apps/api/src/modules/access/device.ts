import Bowser from 'bowser';

/** Longer than any real header. Patterns can take quadratic time on text that was made for it. */
const MAX_LENGTH = 300;

/** The browser and the system behind a User-Agent header, such as `Chrome on Android`. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return [browser.name || 'Unknown browser', os.name].filter(Boolean).join(' on ');
}

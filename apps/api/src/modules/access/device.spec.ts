import { describeDevice } from './device';

const android =
  'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

describe('the device of a session', () => {
  it.each([
    [android, 'Chrome on Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'Unknown browser'],
    ['?', 'Unknown browser'],
    ['', 'Unknown device'],
  ])('%s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });

  it('is read from the first 300 characters only', () => {
    const filler = '/'.repeat(15_000);
    expect(describeDevice(`${android} ${filler}`)).toBe('Chrome on Android');
    expect(describeDevice(`${'-'.repeat(300 - android.length)}${android}`)).toBe('Chrome on Android');
    expect(describeDevice(`${'-'.repeat(300)}${android}`)).toBe('Unknown browser');
    expect(describeDevice(filler)).toBe('Unknown browser');
  });
});

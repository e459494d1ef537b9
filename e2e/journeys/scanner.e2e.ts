import { writeFilm } from '../support/camera-film.js';
import { expect, openAs, repositoryFile, signIn, test } from '../support/journey.js';
import { createItem, movementsOf } from '../support/stock.js';

const GTIN = '09501101020917';
const box = { seconds: 1.6, code: `(01)${GTIN}(17)280600(10)AB-123` };
const wall = { seconds: 2.4 };

/** The codes of the scanner, which nothing else loads. */
const SCANNER = /\/assets\/(scanner-|zxing)/;

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ['camera'],
  launchOptions: async ({ launchOptions }, use) => {
    const film = writeFilm([wall, box, wall, box, wall, box, { seconds: 30 }]);
    const args = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
    await use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...args, `--use-file-for-fake-video-capture=${film}`],
    });
  },
});

test('three boxes are received by scans only, and nobody else loads the decoder', async ({ page }) => {
  await signIn(page, 'labAdmin');
  const id = await createItem(page, 'Troponin rapid test', GTIN);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  for (const path of ['/dashboard', '/inventory', `/inventory/${id}`, '/inventory/recalls']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(loaded.filter((url) => SCANNER.test(url))).toEqual([]);
  expect(repositoryFile('apps/web/dist/code.json')).not.toContain('scanner-');

  const worker = page.waitForResponse((response) => response.url().includes('/assets/scanner-'));
  await page.goto('/inventory/scan?to=in');
  const { 'content-security-policy': policy } = await (await worker).allHeaders();
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");

  const drawer = page.getByRole('dialog', { name: 'Receive stock' });
  await expect(drawer).toBeVisible({ timeout: 30_000 });
  await expect(drawer.getByLabel('Quantity received')).toHaveValue('3', { timeout: 40_000 });
  await expect(drawer.getByLabel(/^Batch number/)).toHaveValue('AB-123');
  await expect(drawer.getByLabel('Expiry date')).toHaveValue('2028-06-30');
  await expect(drawer.getByText('3 boxes of 50 = 150 tests')).toBeVisible();
  await expect(drawer.getByLabel('Quantity received')).toBeFocused();
  await drawer.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(drawer).toBeHidden();
  expect(await movementsOf(page, id)).toMatchObject([
    {
      quantity: 150,
      entered: { name: 'Box', factor: 50, quantity: 3 },
      batch: { batchNumber: 'AB-123', expiryDate: '2028-06-30' },
    },
  ]);
  const foreign = loaded.filter((url) => /^https?:/.test(url) && new URL(url).origin !== new URL(page.url()).origin);
  expect(foreign).toEqual([]);
});

test('the camera stops with the page', async ({ page }) => {
  await openAs(page, 'labAdmin', '/inventory');
  await page.evaluate(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  const states = () =>
    page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState));
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Scan a code' }).click();
  await expect(page.getByLabel('Camera')).toBeVisible({ timeout: 20_000 });
  expect(await states()).toEqual(['live']);
  await page.goBack();
  await expect.poll(states).toEqual(['ended']);
});

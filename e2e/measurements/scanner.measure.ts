import { writeFilm } from '../support/camera-film.js';
import { expect, signIn, test } from '../support/journey.js';
import { median, print } from '../support/measure.js';
import { createItem } from '../support/stock.js';

type Decoded = { ms: number; hasCode: boolean };

/** What `slowDown` does to a page. It cannot slow a worker down, so that the times of the decoder are multiplied. */
const SLOWNESS = 4;

const GTIN = '09501101020917';
const code = `(01)${GTIN}(17)280600(10)AB-123`;

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ['camera'],
  // No one has touched the page.
  tolerated: /vibrate/,
  launchOptions: async ({ launchOptions }, use) => {
    const film = writeFilm([{ seconds: 3 }, { seconds: 3, code }], { width: 1280, height: 720 });
    const args = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
    await use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...args, `--use-file-for-fake-video-capture=${film}`],
    });
  },
});

/** Pictures of a camera of 1280 × 720, from the page to the decoder and back. */
test('codes of boxes are decoded', async ({ page }) => {
  await page.addInitScript(() => {
    const decoded: Decoded[] = [];
    Object.assign(window, { decoded });
    window.Worker = class extends Worker {
      private readonly sentAt = new Map<number, number>();

      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        this.addEventListener('message', ({ data }: MessageEvent<{ id: number; codes: string[] | null }>) => {
          const ms = performance.now() - (this.sentAt.get(data.id) ?? 0);
          decoded.push({ ms, hasCode: (data.codes ?? []).length > 0 });
        });
      }

      override postMessage(message: { id: number }, transferred?: Transferable[] | StructuredSerializeOptions) {
        this.sentAt.set(message.id, performance.now());
        super.postMessage(message, Array.isArray(transferred) ? transferred : []);
      }
    };
  });
  await signIn(page, 'labAdmin');
  await createItem(page, 'Troponin rapid test', GTIN);
  await page.goto('/inventory/scan?to=in');
  const read = () => page.evaluate(() => (window as unknown as { decoded: Decoded[] }).decoded);
  await expect.poll(async () => (await read()).length, { timeout: 120_000 }).toBeGreaterThan(60);
  // The first picture loads the decoder.
  const [, ...pictures] = await read();
  for (const hasCode of [true, false]) {
    const taken = pictures.filter((one) => one.hasCode === hasCode).map(({ ms }) => ms);
    const slow = `${median(taken) * SLOWNESS} ms at a ${SLOWNESS}th of the speed`;
    print(`${hasCode ? 'with' : 'without'} a code: ${median(taken)} ms, ${slow}; ${taken.length} pictures`);
  }
});

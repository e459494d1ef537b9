import { violationsOn } from '../support/accessibility.js';
import { everyRoute } from '../support/every-route.js';
import { type Account, expect, openAs, test } from '../support/journey.js';
import { cutTablesOn, looksOn } from '../support/looks.js';

const widths = {
  '1280 px': { viewport: { width: 1280, height: 800 } },
  '390 px': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
/** Each role in both themes and in both widths; with PROOFS=full, in every combination. */
const combinations = {
  superAdmin: ['light, 1280 px', 'dark, 390 px'],
  staff: ['light, 390 px', 'dark, 1280 px'],
} satisfies Partial<Record<Account, string[]>>;
const isFull = process.env['PROOFS'] === 'full';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, device] of Object.entries(widths)) {
    test.describe(`${colorScheme}, ${width}`, () => {
      test.use({ colorScheme, ...device });

      for (const who of ['superAdmin', 'staff'] as const) {
        if (!isFull && !combinations[who].includes(`${colorScheme}, ${width}`)) continue;
        test(`no route has an accessibility violation, is too small for fingers or cuts off a table, for ${who}`, async ({
          page,
        }) => {
          test.setTimeout(1_200_000);
          await openAs(page, who);
          const found: unknown[] = [];
          const routes = await everyRoute(page, async (path) => {
            found.push(...(await violationsOn(page)).map((violation) => ({ path, ...violation })));
            const look = 'hasTouch' in device ? looksOn : cutTablesOn;
            found.push(...(await look(page)).map((fault) => ({ path, fault })));
          });
          expect(found).toEqual([]);
          expect(routes.length).toBeGreaterThanOrEqual(who === 'superAdmin' ? 30 : 5);
        });
      }
    });
  }
}

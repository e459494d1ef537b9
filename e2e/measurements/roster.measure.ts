import { expect, openAs, test } from '../support/journey.js';
import { median, print } from '../support/measure.js';

type Board = { people: { person: { _id: string; name: string } }[] };

const PEOPLE = 200;
const KEYS = 15;

test.use({ viewport: { width: 1440, height: 900 } });

/**
 * The board of 200 people and a month: how long a typed shift takes from the key to the frame that shows it, and the
 * frames while the board is scrolled. The people of the demo network are shown again and again, and saving never ends.
 */
test('the board of 200 people and a month', async ({ page }) => {
  await page.route('**/api/attendance/roster?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...others } = (await answer.json()) as { data: Board };
    const people = Array.from({ length: PEOPLE }, (_, index) => {
      const row = data.people[index % data.people.length];
      if (!row) throw new Error('Nobody is on the board');
      const _id = index.toString(16).padStart(24, '0');
      return { ...row, person: { ...row.person, _id, name: `${row.person.name} ${index}` } };
    });
    await route.fulfill({ json: { ...others, data: { ...data, people } } });
  });
  await page.route('**/api/attendance/roster/cells', () => new Promise(() => {}));
  await openAs(page, 'labAdmin', '/attendance/roster?span=month');
  const board = page.getByRole('grid', { name: 'Roster' });
  await expect(board).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(window, { taken });
    // From the key to the next frame, in steps of 8 ms.
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') taken.push(duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  await board.focus();
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('o');
    await page.waitForTimeout(150);
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(150);
  }
  const taken = await page.evaluate(() => (window as unknown as { taken: number[] }).taken);
  await expect(page.getByText('Saving…')).toBeVisible();
  const slowest = `${taken.length} of ${2 * KEYS} keys took 16 ms or more until the frame: ${taken.join(', ')} ms`;
  print(`${PEOPLE} × 31: ${slowest}`);

  const box = await board.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 300);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const note = (at: number) => {
      frames.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, 80);
    await page.waitForTimeout(16);
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  print(`scrolling: a frame every ${median(gaps)} ms, at most ${Math.max(...gaps).toFixed(0)} ms, of ${gaps.length}`);
});

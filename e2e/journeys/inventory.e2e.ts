import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.js';

type Item = {
  _id: string;
  name: string;
  itemCode: string;
  batches: { _id: string; batchNumber: string; quantity: number }[];
};

/** Reads the API with the session of the page. */
async function read<Data>(page: Page, path: string): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.get(`/api/inventory${path}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: Data }).data;
}

async function itemInStock(page: Page): Promise<Item> {
  const [first] = await read<Item[]>(page, '?stockStatus=ok&status=active&limit=1');
  return read<Item>(page, `/${first?._id ?? ''}`);
}

test('the code on a printed label opens its batch, read by another device or by the camera of the product', async ({
  page,
  baseURL,
}, testInfo) => {
  await openAs(page, 'manager', '/inventory');
  const item = await itemInStock(page);
  const batch = item.batches.find(({ quantity }) => quantity > 0);
  await page.goto(`/inventory/${item._id}/labels?batch=${batch?._id ?? ''}`);
  const code = page.getByRole('img', { name: `Code of batch ${batch?.batchNumber ?? ''}` });
  const picture = testInfo.outputPath('label.png');
  await page.emulateMedia({ media: 'print' });
  await code.screenshot({ path: picture });
  await page.emulateMedia({ media: 'screen' });
  // A reader that has nothing to do with the product.
  const { stdout } = await promisify(execFile)('zbarimg', ['--quiet', '--raw', picture]);
  expect(stdout.trim()).toBe(`${baseURL ?? ''}/inventory/batches/${batch?._id ?? ''}`);
  await page.goto(stdout.trim());
  await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
  const ofBatch = new RegExp(`/inventory/${item._id}\\?batch=${batch?._id ?? ''}`);
  await expect(page).toHaveURL(ofBatch);

  await page.addInitScript(pointCameraAt, `data:image/png;base64,${readFileSync(picture, 'base64')}`);
  await page.goto('/inventory/scan');
  await expect(page).toHaveURL(ofBatch);
});

/** Replaces the camera by one that shows a picture, somewhat away from the middle. */
function pointCameraAt(picture: string): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    // A stream only has the frames that are drawn.
    setInterval(() => {
      context?.fillRect(0, 0, canvas.width, canvas.height);
      context?.drawImage(image, 120, 40, 400, 400);
    }, 100);
    return canvas.captureStream(10);
  };
}

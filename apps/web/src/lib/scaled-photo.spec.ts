import { expect, it, vi } from 'vitest';
import { scaledPhoto } from './scaled-photo';

const photo = new File([new Uint8Array(100)], 'IMG_1.png', { type: 'image/png' });

/** A browser in which a JPEG has a byte for each 1,000 pixels. */
function browser(width: number, height: number) {
  const close = vi.fn<() => void>();
  const read = vi.fn<typeof createImageBitmap>().mockResolvedValue({ width, height, close });
  vi.stubGlobal('createImageBitmap', read);
  const drawn: [number, number][] = [];
  const context = {
    fillStyle: '',
    fillRect: () => undefined,
    drawImage: (_image: ImageBitmap, _x: number, _y: number, ...size: [number, number]) => void drawn.push(size),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as CanvasRenderingContext2D);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    done(new Blob([new Uint8Array(Math.round((this.width * this.height) / 1_000))], { type: type ?? '' }));
  });
  return { close, read, drawn };
}

it('makes a photo a JPEG of a side that shows small print, upright as it was taken', async () => {
  const { read, drawn, close } = browser(4_000, 6_000);
  const scaled = await scaledPhoto(photo, 10_000);
  expect(scaled).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', size: 6_000 });
  expect(drawn).toEqual([[2_000, 3_000]]);
  expect(read).toHaveBeenCalledExactlyOnceWith(photo, { imageOrientation: 'from-image' });
  expect(close).toHaveBeenCalledOnce();
});

it('scales it down until it is small enough', async () => {
  const { drawn } = browser(6_000, 4_000);
  expect((await scaledPhoto(photo, 2_000)).size).toBeLessThanOrEqual(2_000);
  expect(drawn.map(([width]) => width)).toEqual([3_000, 2_250, 1_688]);
});

it('never makes it larger than it is', async () => {
  const { drawn } = browser(800, 600);
  await scaledPhoto(photo, 10_000);
  expect(drawn).toEqual([[800, 600]]);
});

it('says what to do with one that no scaling makes small enough, or that the browser cannot read', async () => {
  const { close, read } = browser(6_000, 4_000);
  await expect(scaledPhoto(photo, 10)).rejects.toThrow("This photo can't be scaled down");
  expect(close).toHaveBeenCalledOnce();
  read.mockRejectedValue(new DOMException('The source image could not be decoded', 'InvalidStateError'));
  await expect(scaledPhoto(photo, 10_000)).rejects.toThrow("This photo can't be scaled down");
});

import { ApiError } from './api-error';

/** The longest side of a scaled photo, in pixels: the small print of a bill on A4 stays legible. */
const LONGEST_SIDE = 3_000;
/** A photo that is still too large at this side is no photo. */
const SHORTEST_SIDE = 500;
const STEP = 0.75;
const QUALITY = 0.85;
const UNREADABLE_STATUS = 415;

/**
 * A photo as a JPEG of at most so many bytes, upright as it was taken, and white where it was transparent.
 * @throws ApiError if the browser can't read it.
 */
export async function scaledPhoto(photo: File, maxBytes: number): Promise<File> {
  const image = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => undefined);
  const longest = image && Math.max(image.width, image.height);
  for (let side = Math.min(LONGEST_SIDE, longest ?? 0); image && longest && side >= SHORTEST_SIDE; side *= STEP) {
    const jpeg = await jpegOf(image, side / longest);
    if (jpeg && jpeg.size <= maxBytes) {
      image.close();
      return new File([jpeg], photo.name.replace(/(\.\w+)?$/, '.jpg'), { type: jpeg.type });
    }
  }
  image?.close();
  throw new ApiError(UNREADABLE_STATUS, {
    message: "This photo can't be scaled down. Take another one, or attach it as a smaller JPEG.",
  });
}

/** @throws ApiError if the browser can't read the image, unless it is too old to tell. */
export async function assertReadable(image: File): Promise<void> {
  if (!('createImageBitmap' in globalThis)) return;
  const read = await createImageBitmap(image).catch(() => undefined);
  if (!read) {
    const message = "This image can't be opened. The file may be damaged. Take another photo, or choose another file.";
    throw new ApiError(UNREADABLE_STATUS, { message });
  }
  read.close();
}

function jpegOf(image: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

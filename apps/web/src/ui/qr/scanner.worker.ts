import { prepareZXingModule } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { readCodes } from './read-codes';

/** A picture of the camera, and what it contains; `null` where the decoder could not be loaded. */
export type Picture = { id: number; picture: ImageData };
export type PictureRead = { id: number; codes: string[] | null };

// From the product itself; otherwise it would be fetched from elsewhere.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

addEventListener('message', ({ data: { id, picture } }: MessageEvent<Picture>) => {
  void readCodes(picture)
    .catch(() => null)
    .then((codes) => postMessage({ id, codes } satisfies PictureRead));
});

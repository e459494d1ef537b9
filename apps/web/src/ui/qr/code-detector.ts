import type { Picture, PictureRead } from './scanner.worker';
import { createQrDetector, type Detector, nativeDetector } from './use-qr-scanner';

const formats = ['data_matrix', 'qr_code', 'code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf'];

/** More pixels take longer and show nothing new at the distance of a hand. */
const MAX_SIDE = 1280;

/**
 * Reads the codes of makers: by the browser where it knows all formats, otherwise by a worker that is loaded now. Where
 * that cannot be loaded, as without a network, own labels are still read.
 */
export async function createCodeDetector(): Promise<Detector> {
  return (await nativeDetector(formats)) ?? workerDetector();
}

function workerDetector(): Detector {
  const worker = new Worker(new URL('./scanner.worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let labels: Promise<Detector> | undefined;
  let last = 0;

  const read = (picture: ImageData) =>
    new Promise<string[] | null>((resolve) => {
      const id = (last += 1);
      const answer = ({ data }: MessageEvent<PictureRead>) => {
        if (data.id === id) finish(data.codes);
      };
      const fail = () => finish(null);
      const finish = (codes: string[] | null) => {
        worker.removeEventListener('message', answer);
        worker.removeEventListener('error', fail);
        resolve(codes);
      };
      worker.addEventListener('message', answer);
      worker.addEventListener('error', fail);
      worker.postMessage({ id, picture } satisfies Picture, [picture.data.buffer]);
    });

  return {
    detect: async (video) => {
      if (labels) return (await labels).detect(video);
      const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight, 1));
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
      if (!context || width === 0 || height === 0) return [];
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      context.drawImage(video, 0, 0, width, height);
      const codes = await read(context.getImageData(0, 0, width, height));
      if (codes === null) labels = createQrDetector();
      return (codes ?? []).map((rawValue) => ({ rawValue }));
    },
    close: () => worker.terminate(),
  };
}

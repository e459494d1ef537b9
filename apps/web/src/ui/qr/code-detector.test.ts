import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCodeDetector } from './code-detector';

const all = ['data_matrix', 'qr_code', 'code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'aztec'];
const workers: string[] = [];

/** A worker that answers as the real one does, or whose decoder cannot be loaded. */
function stubWorker(codes: string[] | null) {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor(url: URL) {
        super();
        workers.push(String(url));
      }
      postMessage({ id }: { id: number }) {
        this.dispatchEvent(new MessageEvent('message', { data: { id, codes } }));
      }
      terminate() {
        workers.push('terminated');
      }
    },
  );
}

function stubNative(formats: readonly string[]) {
  const asked: string[][] = [];
  class Native {
    static getSupportedFormats = () => Promise.resolve([...formats]);
    constructor(options: { formats: string[] }) {
      asked.push(options.formats);
    }
    detect = () => Promise.resolve([{ rawValue: 'native' }]);
  }
  vi.stubGlobal('BarcodeDetector', Native);
  return asked;
}

function video(): HTMLVideoElement {
  const element = document.createElement('video');
  Object.defineProperties(element, { videoWidth: { value: 1920 }, videoHeight: { value: 1080 } });
  return element;
}

function stubCanvas() {
  const drawn: number[][] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: (_: unknown, ...to: number[]) => drawn.push(to),
    getImageData: () => ({ data: new Uint8ClampedArray(4) }),
  } as unknown as null);
  return drawn;
}

describe('createCodeDetector', () => {
  afterEach(() => {
    workers.length = 0;
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('takes the decoder of the browser where it knows every format', async () => {
    const asked = stubNative(all);
    stubWorker([]);
    const detector = await createCodeDetector();
    expect(await detector.detect(video())).toEqual([{ rawValue: 'native' }]);
    expect(asked).toEqual([all.filter((format) => format !== 'aztec')]);
    expect(workers).toEqual([]);
  });

  it('loads a worker where the browser reads QR codes only, and ends it', async () => {
    stubNative(['qr_code']);
    stubWorker([']d201…', ']C1…']);
    const drawn = stubCanvas();
    const detector = await createCodeDetector();
    expect(await detector.detect(video())).toEqual([{ rawValue: ']d201…' }, { rawValue: ']C1…' }]);
    expect(drawn).toEqual([[0, 0, 1280, 720]]);
    detector.close?.();
    expect(workers).toEqual([expect.stringContaining('scanner.worker'), 'terminated']);
  });

  it('reads own labels at least where the worker cannot load its decoder', async () => {
    stubNative(['qr_code']);
    stubWorker(null);
    stubCanvas();
    const detector = await createCodeDetector();
    expect(await detector.detect(video())).toEqual([]);
    expect(await detector.detect(video())).toEqual([{ rawValue: 'native' }]);
  });
});

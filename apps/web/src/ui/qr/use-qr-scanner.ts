import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Often enough to feel immediate, seldom enough to leave a phone cool. */
const PAUSE_MS = 150;

type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** The browser's own decoder where it reads QR codes; otherwise one that is loaded now. */
async function createDetector(): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass & NativeFormats };
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (Native && formats.includes('qr_code')) return new Native({ formats: ['qr_code'] });
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}

type NativeFormats = { getSupportedFormats: () => Promise<string[]> };

type Scanner = {
  video: RefObject<HTMLVideoElement | null>;
  /** Why there is no picture. */
  fault: string | undefined;
  running: boolean;
};

/** Shows the rear camera in a video element and calls `onCode` with each code until the component goes away. */
export function useQrScanner(onCode: (text: string) => void): Scanner {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string>();
  const [running, setRunning] = useState(false);
  const found = useEffectEvent(onCode);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;

    const scan = async (detector: Detector, element: HTMLVideoElement) => {
      const codes = await detector.detect(element).catch(() => []);
      if (stopped) return;
      for (const { rawValue } of codes) found(rawValue);
      timer = setTimeout(() => void scan(detector, element), PAUSE_MS);
    };
    const start = async () => {
      // Absent where the page came over plain http from another machine.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices) throw new DOMException('', 'NotSupportedError');
      const [detector, camera] = await Promise.all([
        createDetector(),
        devices.getUserMedia({ video: { facingMode: 'environment' } }),
      ]);
      stream = camera;
      const element = video.current;
      if (stopped || !element) {
        stopTracks(camera);
        return;
      }
      element.srcObject = camera;
      await element.play();
      setRunning(true);
      await scan(detector, element);
    };
    start().catch((error: unknown) => {
      if (!stopped) setFault(faultOf(error));
    });
    return () => {
      stopped = true;
      clearTimeout(timer);
      if (stream) stopTracks(stream);
    };
  }, []);

  return { video, fault, running };
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function faultOf(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'The camera is blocked. Allow it in your browser settings.';
  if (name === 'NotFoundError') return 'This device has no camera.';
  if (name === 'NotSupportedError') return 'The camera needs a secure connection (https).';
  return "Couldn't start the camera.";
}

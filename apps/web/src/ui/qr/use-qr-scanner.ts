import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Often enough to feel immediate, seldom enough to leave a phone cool. */
const PAUSE_MS = 150;

export type Detector = {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
  close?: () => void;
};
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** The browser's own decoder, where it has one that reads all of the formats. */
export async function nativeDetector(formats: string[]): Promise<Detector | undefined> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass & NativeFormats };
  const supported = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  return Native && formats.every((format) => supported.includes(format)) ? new Native({ formats }) : undefined;
}

/** Reads QR codes: by the browser where it can, otherwise by code that is loaded now. */
export async function createQrDetector(): Promise<Detector> {
  const native = await nativeDetector(['qr_code']);
  if (native) return native;
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}

type NativeFormats = { getSupportedFormats: () => Promise<string[]> };

type Scanner = {
  video: RefObject<HTMLVideoElement | null>;
  /** Why there is no picture. */
  fault: string | undefined;
  running: boolean;
  /** Asks for the camera again. */
  restart: () => void;
};

/**
 * Shows the rear camera in a video element and calls `onCode` with each code, in every picture again, until the component
 * goes away. Which codes there are depends on the detector, which must stay the same. After a call
 * or a lock of the phone took the camera away, it starts again when the page is shown.
 */
export function useQrScanner(onCode: (text: string) => void, createDetector = createQrDetector): Scanner {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string>();
  const [running, setRunning] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const found = useEffectEvent(onCode);
  const create = useEffectEvent(createDetector);
  const restart = () => {
    setFault(undefined);
    setRunning(false);
    setAttempt((count) => count + 1);
  };
  const beginAgain = useEffectEvent(restart);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closeDetector: (() => void) | undefined;
    let stopped = false;

    const stop = () => {
      if (stopped) return;
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      if (stream) stopTracks(stream);
      closeDetector?.();
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible' && stream && hasEnded(stream)) beginAgain();
    };
    // Its last picture would stay, as if it were read.
    const onEnded = () => {
      if (stopped || document.visibilityState !== 'visible') return;
      stop();
      setFault('The camera was interrupted.');
    };
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
      stream = await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
      const camera = stream;
      for (const track of camera.getTracks()) track.addEventListener('ended', onEnded);
      // The decoder is not loaded where there is no picture to read.
      const detector = await create();
      const element = video.current;
      if (stopped || !element) {
        stopTracks(camera);
        detector.close?.();
        return;
      }
      closeDetector = () => detector.close?.();
      element.srcObject = camera;
      await element.play();
      setRunning(true);
      await scan(detector, element);
    };
    document.addEventListener('visibilitychange', onReturn);
    start().catch((error: unknown) => {
      if (!stopped) setFault(faultOf(error));
    });
    return stop;
  }, [attempt]);

  return { video, fault, running, restart };
}

function hasEnded(stream: MediaStream): boolean {
  return stream.getTracks().every(({ readyState }) => readyState === 'ended');
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

import { useState } from 'react';
import { createCodeDetector } from '../../../ui/qr/code-detector';
import { QrCamera } from '../../../ui/qr/qr-camera';
import { createSightings } from './sightings';

type CodeCameraProps = {
  onCode: (text: string) => void;
  /** What to do without a camera, in a sentence. */
  otherwise: string;
  /** See `createSightings`. */
  inHand?: readonly string[] | undefined;
  /** There is no picture; the camera says why. */
  onFailed?: () => void;
};

/** The camera for the codes of makers and for own labels; a code counts once each time it comes into sight. */
export function CodeCamera({ onCode, otherwise, inHand, onFailed }: CodeCameraProps) {
  const [isNew] = useState(() => createSightings(inHand));
  return (
    <QrCamera
      createDetector={createCodeDetector}
      otherwise={otherwise}
      onFailed={onFailed}
      onCode={(text) => {
        if (isNew(text, performance.now())) onCode(text);
      }}
    />
  );
}

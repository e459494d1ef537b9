import { useState } from 'react';
import { createCodeDetector } from '../../../ui/qr/code-detector';
import { QrCamera } from '../../../ui/qr/qr-camera';
import { createSightings } from './sightings';

/** The camera for the codes of makers and for own labels; a code counts once each time it comes into sight. */
export function CodeCamera({ onCode, otherwise }: { onCode: (text: string) => void; otherwise: string }) {
  const [isNew] = useState(createSightings);
  return (
    <QrCamera
      createDetector={createCodeDetector}
      otherwise={otherwise}
      onCode={(text) => {
        if (isNew(text, performance.now())) onCode(text);
      }}
    />
  );
}

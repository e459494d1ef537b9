import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent } from 'react';
import { Banner } from '../feedback/banner';
import { Skeleton } from '../loading/skeleton';
import { type Detector, useQrScanner } from './use-qr-scanner';

type QrCameraProps = {
  onCode: (text: string) => void;
  /** What to do without a camera, in a sentence. */
  otherwise: string;
  /** For other codes than QR codes. */
  createDetector?: (() => Promise<Detector>) | undefined;
  /** There is no picture. The caller then offers to try again. */
  onFailed?: (() => void) | undefined;
};

/** The picture of the rear camera, and what to do if there is none. */
export function QrCamera({ onCode, otherwise, createDetector, onFailed }: QrCameraProps) {
  const { video, fault, running, restart } = useQrScanner(onCode, createDetector);
  const tell = useEffectEvent(() => onFailed?.());
  useEffect(() => {
    if (fault !== undefined) tell();
  }, [fault]);
  if (fault !== undefined) {
    return (
      <Banner
        tone="warning"
        action={
          onFailed === undefined && (
            <Button size="small" color="inherit" onClick={restart}>
              Try again
            </Button>
          )
        }
      >
        {fault} {otherwise}
      </Banner>
    );
  }
  return (
    <Box sx={{ position: 'relative' }}>
      {!running && <Skeleton variant="rectangular" height={320} />}
      <Box
        component="video"
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        sx={{ display: running ? 'block' : 'none', width: '100%', maxHeight: '60vh', borderRadius: '12px' }}
      />
    </Box>
  );
}

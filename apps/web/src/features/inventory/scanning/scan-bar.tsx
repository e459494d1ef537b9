import QrCodeScanner from '@mui/icons-material/QrCodeScannerOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { useWedge } from '../../../lib/use-wedge';
import { CodeCamera } from './code-camera';

type ScanBarProps = {
  onCode: (text: string) => void;
  /** How the last scan ended. */
  fault?: string | undefined;
  done?: ReactNode;
  /** What to do about a fault. */
  action?: ReactNode;
  /** Opens with the camera, before which the box with these codes still is. */
  inHand?: readonly string[] | undefined;
  /** While a question is open, scans are not meant for what lies below it. */
  paused?: boolean;
};

/** Scans by the camera, or by a hand scanner wherever the focus is. */
export function ScanBar({ onCode, fault, done, action, inHand, paused = false }: ScanBarProps) {
  const [open, setOpen] = useState(inHand !== undefined);
  // How often the camera was begun, and which of them failed.
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);
  const isFilming = open && failed !== attempt;
  useWedge(onCode, { disabled: paused });
  const begin = () => {
    setAttempt(attempt + 1);
    setOpen(true);
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<QrCodeScanner />}
          aria-expanded={isFilming}
          onClick={() => (isFilming ? setOpen(false) : begin())}
        >
          {isFilming ? 'Stop scanning' : open ? 'Try again' : 'Scan'}
        </Button>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 160 }}>
          {isFilming ? 'Point the camera at the code on the box.' : 'A hand scanner works in every field.'}
        </Typography>
      </Stack>
      {open && !paused && (
        <CodeCamera
          key={attempt}
          onCode={onCode}
          inHand={inHand}
          otherwise="Use a hand scanner, or type what is on the box."
          onFailed={() => setFailed(attempt)}
        />
      )}
      {fault !== undefined ? (
        <Banner tone="warning" action={action}>
          {fault}
        </Banner>
      ) : (
        done !== undefined && <Banner tone="success">{done}</Banner>
      )}
    </Stack>
  );
}

import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRef } from 'react';
import { FileDrop } from '../../../components/file-drop';
import { receiptAccept, receiptHelp } from './receipt-rules';

/** Where receipts are dropped, chosen or, on a phone, photographed. */
export function ReceiptDrop({ onFile }: { onFile: (file: File) => void }) {
  const onPhone = useMediaQuery('(pointer: coarse)');
  return (
    <FileDrop
      label="Choose receipts"
      help={receiptHelp}
      accept={receiptAccept}
      multiple
      beside={onPhone && <TakePhoto onFile={onFile} />}
      onFile={onFile}
    />
  );
}

function TakePhoto({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Take a photo"
        onChange={(event) => {
          const photo = event.target.files?.item(0);
          if (photo) onFile(photo);
          event.target.value = '';
        }}
      />
      <Button variant="outlined" color="inherit" startIcon={<PhotoCamera />} onClick={() => input.current?.click()}>
        Take a photo
      </Button>
    </>
  );
}

import Close from '@mui/icons-material/CloseOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Receipt } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { saveBlob } from '../../../lib/save-file';
import { BlobImage } from './blob-image';
import { receiptFile } from './receipt.queries';

type ReceiptViewerProps = { transactionId: string; receipt: Receipt; onClose: () => void };

/** An image as large as the window allows; a click shows it in its own size, another the whole of it again. */
export function ReceiptViewer({ transactionId, receipt, onClose }: ReceiptViewerProps) {
  const id = useId();
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [enlarged, setEnlarged] = useState(false);
  const { data, error, refetch } = useQuery(receiptFile(transactionId, receipt));
  return (
    <Dialog open fullScreen={onPhone} maxWidth="lg" fullWidth onClose={onClose} aria-labelledby={id}>
      <DialogTitle component="div" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={id} variant="h3" component="h2" noWrap sx={{ flex: 1 }}>
          {receipt.fileName}
        </Typography>
        {data && (
          <IconButton aria-label="Download" onClick={() => saveBlob(data, receipt.fileName)}>
            <Download />
          </IconButton>
        )}
        <IconButton aria-label="Close" edge="end" onClick={onClose}>
          <Close />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={{ p: 0, display: 'flex', minHeight: 240 }}>
        {error ? (
          <ErrorState title="The receipt could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <ButtonBase
            aria-label="Actual size"
            aria-pressed={enlarged}
            onClick={() => setEnlarged(!enlarged)}
            sx={{ m: 'auto', cursor: enlarged ? 'zoom-out' : 'zoom-in', '& img': enlarged ? {} : fitStyle }}
          >
            <BlobImage blob={data} alt={receipt.fileName} />
          </ButtonBase>
        ) : (
          <Skeleton variant="rectangular" height={320} />
        )}
      </DialogContent>
    </Dialog>
  );
}

const fitStyle = { maxWidth: '100%', maxHeight: 'calc(100dvh - 160px)', objectFit: 'contain' };

import Image from '@mui/icons-material/ImageOutlined';
import Pdf from '@mui/icons-material/PictureAsPdfOutlined';
import CircularProgress from '@mui/material/CircularProgress';
import { styled } from '@mui/material/styles';
import type { Receipt } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { BlobImage } from './blob-image';
import { receiptFile } from './receipt.queries';

type ReceiptThumbnailProps = { transactionId: string; receipt: Receipt; busy: boolean };

const Frame = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 44,
  height: 44,
  overflow: 'hidden',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
}));

/** What a receipt looks like, or of what type it is. Its name stands beside it. */
export function ReceiptThumbnail({ transactionId, receipt, busy }: ReceiptThumbnailProps) {
  const isPdf = receipt.contentType === 'application/pdf';
  const { data } = useQuery({ ...receiptFile(transactionId, receipt), enabled: !isPdf });
  if (busy) return <Frame children={<CircularProgress size={20} aria-label="Opening" />} />;
  if (data && !isPdf) return <Frame children={<BlobImage blob={data} alt="" />} />;
  return <Frame>{isPdf ? <Pdf /> : <Image />}</Frame>;
}

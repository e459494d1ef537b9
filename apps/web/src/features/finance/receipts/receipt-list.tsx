import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import PictureAsPdf from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { canRemoveReceipt, type Receipt, type Transaction } from '@shifa/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useId, useState } from 'react';
import { useOnPhone } from '../../../ui/use-on-phone';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorState } from '../../../ui/feedback/error-state';
import { Skeleton } from '../../../ui/loading/skeleton';
import { RelativeTime } from '../../../ui/relative-time';
import { api, bodyOf } from '../../../data/api';
import { unlessGone } from '../../../lib/api-error';
import { formatBytes } from '../../../lib/format';
import { saveBlob } from '../../../lib/save-file';
import { transactionResource } from '../transaction.resource';
import { useUser } from '../../../data/use-session';
import { useWrite } from '../../../data/use-write';

type ReceiptListProps = { transaction: Transaction };

/** The receipts of an entry. An image opens above the page, a PDF in a new window. */
export function ReceiptList({ transaction }: ReceiptListProps) {
  const [shown, setShown] = useState<Receipt>();
  const [removed, setRemoved] = useState<Receipt>();
  const pdf = useOpenPdf(transaction._id);
  const user = useUser();
  if (transaction.receipts.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        No receipts
      </Typography>
    );
  }
  const isSelf = ({ _id }: { _id: string }) => _id === user._id;
  const isRemovable = ({ uploadedBy }: Receipt) =>
    transaction.actions.attach?.allowed && canRemoveReceipt(transaction, uploadedBy, isSelf);
  return (
    <Stack component="ul" aria-label="Receipts" sx={listStyle}>
      {transaction.receipts.map((receipt) => (
        <Stack key={receipt._id} component="li" direction="row" sx={{ alignItems: 'center', gap: 2 }}>
          <ButtonBase
            onClick={() => (receipt.contentType === 'application/pdf' ? pdf.open(receipt) : setShown(receipt))}
            sx={openStyle}
          >
            <ReceiptThumbnail transactionId={transaction._id} receipt={receipt} busy={pdf.opening === receipt._id} />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>
                {receipt.fileName}
              </Typography>
              <Typography variant="caption" component="div" color="textSecondary" className="tabular">
                {formatBytes(receipt.sizeBytes)} · {receipt.uploadedBy.name},{' '}
                <RelativeTime instant={receipt.uploadedAt} timeZone={transaction.laboratoryId.timezone} />
                {receipt.afterApproval && ' · added after approval'}
              </Typography>
            </Box>
          </ButtonBase>
          {isRemovable(receipt) && (
            <IconButton aria-label={`Remove ${receipt.fileName}`} onClick={() => setRemoved(receipt)}>
              <Delete fontSize="small" />
            </IconButton>
          )}
        </Stack>
      ))}
      {shown && <ReceiptViewer transactionId={transaction._id} receipt={shown} onClose={() => setShown(undefined)} />}
      {removed && <RemoveReceipt transaction={transaction} receipt={removed} onClose={() => setRemoved(undefined)} />}
    </Stack>
  );
}

const listStyle = { gap: 1, m: 0, p: 0, listStyle: 'none' };

const openStyle = {
  flex: 1,
  minWidth: 0,
  justifyContent: 'flex-start',
  gap: 3,
  p: 1,
  textAlign: 'left',
  borderRadius: '8px',
  '&:hover': { backgroundColor: 'action.hover' },
};

/** The content of a receipt never changes; it is dropped soon after it is no longer shown. */
const receiptFile = (transactionId: string, { _id, contentType }: Pick<Receipt, '_id' | 'contentType'>) =>
  queryOptions({
    // Not under `transactions`: changes to the entry must not fetch its files again.
    queryKey: ['receipt', transactionId, _id],
    queryFn: async ({ signal }) => {
      const params = { id: transactionId, receiptId: _id };
      const file = await bodyOf(api.transactions.receipt.query({ params, fetchOptions: { signal } }));
      // The type that the server detected; a proxy can change the header.
      return new Blob([file], { type: contentType });
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });

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

/** A preview of an image, or an icon of the file type. */
function ReceiptThumbnail({ transactionId, receipt, busy }: ReceiptThumbnailProps) {
  const isPdf = receipt.contentType === 'application/pdf';
  const [damaged, setDamaged] = useState(false);
  const { data } = useQuery({ ...receiptFile(transactionId, receipt), enabled: !isPdf });
  if (busy) return <Frame children={<CircularProgress size={20} aria-label="Opening" />} />;
  if (damaged) return <Frame children={<BrokenImage titleAccess="Damaged image" />} />;
  if (data && !isPdf) return <Frame children={<BlobImage blob={data} alt="" onError={() => setDamaged(true)} />} />;
  return <Frame>{isPdf ? <PictureAsPdf /> : <ImageIcon />}</Frame>;
}

type ReceiptViewerProps = { transactionId: string; receipt: Receipt; onClose: () => void };

/** An image that fits the window; a click toggles its actual size. */
function ReceiptViewer({ transactionId, receipt, onClose }: ReceiptViewerProps) {
  const id = useId();
  const onPhone = useOnPhone();
  const [enlarged, setEnlarged] = useState(false);
  const [damaged, setDamaged] = useState(false);
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
          <ErrorState title="Couldn't load the receipt" error={error} onRetry={() => void refetch()} />
        ) : damaged ? (
          <EmptyState>
            This image can't be shown. The file may be damaged. Download it, or ask for another receipt.
          </EmptyState>
        ) : data ? (
          <ButtonBase
            aria-label="Actual size"
            aria-pressed={enlarged}
            onClick={() => setEnlarged(!enlarged)}
            sx={{ m: 'auto', cursor: enlarged ? 'zoom-out' : 'zoom-in', '& img': enlarged ? {} : fitStyle }}
          >
            <BlobImage blob={data} alt={receipt.fileName} onError={() => setDamaged(true)} />
          </ButtonBase>
        ) : (
          <Skeleton variant="rectangular" height={320} />
        )}
      </DialogContent>
    </Dialog>
  );
}

const fitStyle = { maxWidth: '100%', maxHeight: 'calc(100dvh - 160px)', objectFit: 'contain' };

type BlobImageProps = Omit<ComponentProps<'img'>, 'src' | 'ref' | 'alt'> & { blob: Blob; alt: string };

/** An image from a blob, whose object URL is revoked when the image is removed. */
function BlobImage({ blob, alt, ...image }: BlobImageProps) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const address = URL.createObjectURL(blob);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img {...image} ref={show} alt={alt} />;
}

/** Long enough for the other window to load it. */
const READ_MS = 60_000;

/** Opens a receipt in a new window, or downloads it if the browser blocks the window. */
function useOpenPdf(transactionId: string) {
  const queryClient = useQueryClient();
  const open = useWrite({
    send: (receipt: Receipt) => queryClient.query(receiptFile(transactionId, receipt)),
    failure: "Couldn't open the receipt",
    toastsFailure: true,
    onSuccess: (file, { fileName }) => {
      const address = URL.createObjectURL(file);
      setTimeout(() => URL.revokeObjectURL(address), READ_MS);
      if (!window.open(address, '_blank')) saveBlob(file, fileName);
    },
  });
  return {
    open: (receipt: Receipt) => {
      if (!open.isPending) open.mutate(receipt);
    },
    /** The receipt being fetched. */
    opening: open.isPending ? open.variables._id : undefined,
  };
}

type RemoveReceiptProps = { transaction: Transaction; receipt: Receipt; onClose: () => void };

function RemoveReceipt({ transaction, receipt, onClose }: RemoveReceiptProps) {
  const remove = useWrite({
    send: (_, { signal }) =>
      api.transactions.removeReceipt
        .mutate({ params: { id: transaction._id, receiptId: receipt._id }, fetchOptions: { signal } })
        .catch(unlessGone),
    success: `${receipt.fileName} was removed`,
    failure: "Couldn't remove the receipt",
    stale: transactionResource.staleKeys(transaction._id),
    onSettled: (_removed, error) => {
      if (!error) onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title="Remove receipt"
      verb="Remove"
      cancelLabel="Keep"
      destructive
      pending={remove.isPending}
      error={remove.fault}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
      onStop={remove.stop}
    >
      {receipt.fileName} will be removed from {transaction.transactionNo}. This can't be undone.
    </ConfirmDialog>
  );
}

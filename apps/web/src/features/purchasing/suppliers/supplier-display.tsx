import Block from '@mui/icons-material/BlockOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Supplier, supplierStatusLabels } from '@shifa/contract';
import { formatDay } from '../../../lib/format';
import { Spread } from '../../../ui/spread';
import { chipOf } from '../../../ui/status-chip';

export const SupplierStatusChip = chipOf(supplierStatusLabels, {
  approved: { tone: 'success', icon: <CheckCircle /> },
  on_hold: { tone: 'warning', icon: <PauseCircle /> },
  blocked: { tone: 'error', icon: <Block /> },
});

/** A supplier on a phone. */
export function SupplierCard({ supplier }: { supplier: Supplier }) {
  const { name, code, gstin, status, statusReason, nextReviewOn } = supplier;
  return (
    <Stack className="tabular" sx={{ gap: 2, pr: 6 }}>
      <Spread sx={{ mr: -6 }}>
        <Typography variant="h4" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <SupplierStatusChip status={status} />
      </Spread>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[code, gstin && `GSTIN ${gstin}`].filter(Boolean).join(' · ')}
      </Typography>
      {status !== 'approved' && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {statusReason}
        </Typography>
      )}
      {nextReviewOn !== null && <Typography variant="body2">Next review {formatDay(nextReviewOn)}</Typography>}
    </Stack>
  );
}

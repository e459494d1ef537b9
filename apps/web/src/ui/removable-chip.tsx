import Close from '@mui/icons-material/CloseOutlined';
import Chip from '@mui/material/Chip';

/** What narrows a list, to be taken away. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Chip
      variant="outlined"
      label={label}
      aria-label={`Remove ${label}`}
      deleteIcon={<Close />}
      onClick={onRemove}
      onDelete={onRemove}
      sx={{ '& .MuiChip-deleteIcon': { fontSize: 16 } }}
    />
  );
}

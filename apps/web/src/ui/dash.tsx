import Typography from '@mui/material/Typography';

/** Stands where there is no value, and says why. */
export function Dash({ label }: { label: string }) {
  return (
    <Typography component="span" variant="inherit" color="textSecondary" aria-label={label} title={label} role="img">
      –
    </Typography>
  );
}

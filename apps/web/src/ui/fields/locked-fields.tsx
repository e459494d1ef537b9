import Lock from '@mui/icons-material/LockOutlined';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

const Group = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(4),
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '&:disabled input, &:disabled button': {
    color: theme.vars.palette.text.disabled,
    WebkitTextFillColor: 'currentColor',
  },
}));

type LockedFieldsProps = {
  /** Why the viewer cannot change the fields; without it, they are as usual. */
  reason: string | null | undefined;
  children: ReactNode;
};

/** Fields of a form that the viewer may see but not change, with the reason above them. */
export function LockedFields({ reason, children }: LockedFieldsProps) {
  const id = useId();
  if (reason === null || reason === undefined) return children;
  return (
    <Group disabled aria-describedby={id}>
      <Typography id={id} variant="body2" color="textSecondary" sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Lock fontSize="small" aria-hidden />
        {reason}
      </Typography>
      {children}
    </Group>
  );
}

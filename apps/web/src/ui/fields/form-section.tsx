import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';

type FormSectionProps = {
  title: string;
  /** What is set inside, while it is closed. */
  summary: string;
  /** A fault inside opens the section, and it stays open. */
  invalid?: boolean;
  children: ReactNode;
};

/** Fields that most people leave as they are, folded away with a line that says how they stand. */
export function FormSection({ title, summary, invalid = false, children }: FormSectionProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (invalid && !open) setOpen(true);
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={sectionStyle}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={`${id}-fields`}
        disabled={invalid}
        onClick={() => setOpen(!open)}
        sx={headStyle}
      >
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography id={`${id}-title`} variant="h4" component="h3">
            {title}
          </Typography>
          {!open && (
            <Typography variant="body2" color="textSecondary" noWrap>
              {summary}
            </Typography>
          )}
        </Box>
        <ExpandMore sx={{ color: 'text.secondary', transform: open ? 'rotate(180deg)' : undefined }} />
      </ButtonBase>
      <Stack id={`${id}-fields`} hidden={!open} sx={{ gap: 4, pt: 2, pb: 5, '&[hidden]': { display: 'none' } }}>
        {children}
      </Stack>
    </Box>
  );
}

const sectionStyle = { borderTop: 1, borderColor: 'divider' };

const headStyle = {
  width: '100%',
  minHeight: 56,
  gap: 2,
  py: 2,
  textAlign: 'left',
  '&.Mui-focusVisible': { outlineOffset: -2, borderRadius: 2 },
};

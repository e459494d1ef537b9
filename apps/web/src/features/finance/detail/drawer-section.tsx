import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useId } from 'react';

type DrawerSectionProps = {
  title: string;
  children: ReactNode;
  /** Gets the focus of who is led here. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** A part of an entry under a heading of its own, after a hairline. */
export function DrawerSection({ title, children, headingRef }: DrawerSectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ borderTop: 1, borderColor: 'divider', pt: 5 }}>
      <Typography id={id} ref={headingRef} tabIndex={-1} variant="h4" component="h3" sx={{ mb: 3, outline: 'none' }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type SectionCardProps = { title: string; action?: ReactNode; children: ReactNode };

/** A part of a page under a heading of its own. */
export function SectionCard({ title, action, children }: SectionCardProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 5 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 32, mb: 3 }}>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Card>
  );
}

import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { SxProps } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Spread } from './spread';

type SectionCardProps = {
  title: string;
  action?: ReactNode;
  /** A part of another card, without a frame of its own. */
  bare?: boolean;
  children: ReactNode;
};

/** A part of a page under a heading of its own. */
export function SectionCard({ title, action, bare = false, children }: SectionCardProps) {
  const id = useId();
  return (
    <Frame bare={bare} aria-labelledby={id} sx={bare ? {} : { p: 5 }}>
      <Spread sx={{ alignItems: 'center', minHeight: 32, mb: 3 }}>
        <Typography id={id} variant={bare ? 'subtitle2' : 'h3'} component={bare ? 'h3' : 'h2'}>
          {title}
        </Typography>
        {action}
      </Spread>
      {children}
    </Frame>
  );
}

type FrameProps = {
  bare: boolean;
  sx?: SxProps;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: ReactNode;
};

/** A card or, within another one, a part without a frame. */
export function Frame({ bare, ...section }: FrameProps) {
  return bare ? <Box component="section" {...section} /> : <Card component="section" {...section} />;
}

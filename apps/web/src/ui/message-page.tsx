import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Root = styled('div')(({ theme }) => ({
  minHeight: 'min(70dvh, 640px)',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  padding: '32px 16px',
  color: theme.vars.palette.text.secondary,
  '& h1': { margin: '16px 0 8px', fontSize: '1.5rem', lineHeight: 1.3, color: theme.vars.palette.text.primary },
  '& p': { margin: 0, maxWidth: 440 },
}));

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, marginTop: 24 });

type MessagePageProps = {
  title: string;
  drawing: ReactNode;
  actions: ReactNode;
  children: ReactNode;
  /** Below the actions: other ways to go on. */
  footer?: ReactNode;
  alert?: boolean;
};

/** A page that has one thing to say: what happened and what to do now. */
export function MessagePage({ title, drawing, actions, children, footer, alert = false }: MessagePageProps) {
  return (
    <Root role={alert ? 'alert' : undefined}>
      {drawing}
      <h1>{title}</h1>
      {children}
      <Actions>{actions}</Actions>
      {footer}
    </Root>
  );
}

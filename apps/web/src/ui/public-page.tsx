import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import logo from '../assets/logo.svg';
import { useDocumentTitle } from './use-document-title';

const Screen = styled('main')({
  minHeight: '100dvh',
  boxSizing: 'border-box',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  padding: 16,
});

const Panel = styled('section')(({ theme }) => ({
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 440,
  '& h1': { margin: '16px 0', fontSize: '1.5rem', lineHeight: 1.3, fontWeight: 600 },
  [theme.breakpoints.up('sm')]: {
    padding: 32,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 16,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));

/** The frame of a page without a session, such as that of a link from an email. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <Screen>
      <Panel>
        <img src={logo} alt="" width={48} height={48} />
        <h1>{title}</h1>
        {children}
      </Panel>
    </Screen>
  );
}

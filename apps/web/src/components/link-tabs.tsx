import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router-dom';

export type LinkTab = { path: string; label: string; icon?: ReactElement };

/** The pages of a section. Each has its own address, so the tabs are links. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const current = useLocation().pathname.replace(/\/$/, '');
  return (
    <Box component="nav" aria-label={label} className="not-printed">
      <Tabs
        value={tabs.some(({ path }) => path === current) ? current : false}
        variant="scrollable"
        scrollButtons={false}
        // They look like tabs but are links, each in the tab order.
        slotProps={{ list: { role: 'presentation' } }}
        sx={{ mb: 6, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ path, label: words, icon }) => (
          <Tab
            key={path}
            value={path}
            label={words}
            icon={icon}
            iconPosition="end"
            component={Link}
            to={path}
            role={undefined}
            tabIndex={0}
            aria-selected={undefined}
            aria-current={path === current ? 'page' : undefined}
            sx={{ minHeight: 48 }}
          />
        ))}
      </Tabs>
    </Box>
  );
}

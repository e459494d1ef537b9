import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AttentionItem } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { blockerLists } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { withQuery } from '../../lib/with-query';

const icons: Record<AttentionItem['level'], { Icon: typeof InfoOutlined; label: string }> = {
  error: { Icon: ErrorOutline, label: 'Serious' },
  warning: { Icon: WarningAmber, label: 'To do' },
  info: { Icon: InfoOutlined, label: 'For information' },
};

/** What needs the viewer, each with the way to the list that it counts. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) {
    return (
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', py: 2 }}>
        <CheckCircle color="success" />
        <Typography>Nothing needs your attention.</Typography>
      </Stack>
    );
  }
  return (
    <List disablePadding sx={{ mx: -3 }}>
      {items.map(({ name, count, level, resource, filter }) => {
        const { Icon, label } = icons[level];
        return (
          <ListItem key={`${resource} ${name}`} disablePadding>
            <ListItemButton
              component={Link}
              to={withQuery(blockerLists[resource], filter ?? {})}
              sx={{ px: 3, borderRadius: '8px', gap: 3 }}
            >
              <ListItemIcon sx={{ minWidth: 0 }}>
                <Icon color={level} titleAccess={label} />
              </ListItemIcon>
              <ListItemText
                primary={
                  <>
                    <Box component="span" className="tabular" sx={{ fontWeight: 600 }}>
                      {formatCount(count)}
                    </Box>{' '}
                    {name}
                  </>
                }
              />
              <ChevronRight sx={{ color: 'text.secondary', fontSize: 18 }} />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
}

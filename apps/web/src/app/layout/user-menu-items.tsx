import Check from '@mui/icons-material/CheckOutlined';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import Notifications from '@mui/icons-material/NotificationsOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import SettingsBrightness from '@mui/icons-material/SettingsBrightnessOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { actsFor, roleLabels } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { PersonAvatar } from '../../ui/person-avatar';
import { useDisplayPreferences } from '../../screens/use-display-preferences';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import type { SignedInUser } from '../../data/session';
import type { NavigationItem } from './navigation-items';

const entries = [
  { label: 'Profile', path: paths.profile, icon: <Person fontSize="small" /> },
  { label: 'Settings', path: paths.settings, icon: <Settings fontSize="small" /> },
  { label: 'Notifications', path: paths.notifications, icon: <Notifications fontSize="small" /> },
  { label: 'Help & Support', path: paths.helpSupport, icon: <HelpOutline fontSize="small" /> },
];

const modes = [
  { mode: 'light', label: 'Light', icon: <LightMode fontSize="small" /> },
  { mode: 'dark', label: 'Dark', icon: <DarkMode fontSize="small" /> },
  { mode: 'system', label: 'System', icon: <SettingsBrightness fontSize="small" /> },
] as const;

export type UserMenuItemsProps = {
  user: SignedInUser;
  /** Those that have their place here. */
  sections: readonly NavigationItem[];
  onLogout: () => void;
};

type MenuProps = UserMenuItemsProps & { open: boolean; anchor: HTMLElement | null; onClose: () => void };

/** The person, their own pages, the look, and the way out. */
export function UserMenuItems({ user, sections, onLogout, open, anchor, onClose: close }: MenuProps) {
  const { mode, setMode } = useColorScheme();
  const { change } = useDisplayPreferences();
  return (
    <Menu anchorEl={anchor} open={open} onClose={close} {...placement}>
      <Stack component="li" role="none" direction="row" sx={{ alignItems: 'center', gap: 3, px: 2, py: 2 }}>
        <PersonAvatar name={user.name} picture={user.avatar} size={40} />
        <Stack sx={{ minWidth: 0, '& > *': { overflowWrap: 'anywhere' } }}>
          <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
          <Typography variant="caption" color="textSecondary">
            {user.email}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {user.otherRole ?? roleLabels[user.role]}
          </Typography>
          {user.deputyOf.map((absent) => (
            <Typography key={absent._id} variant="caption" color="textSecondary">
              {actsFor(absent, 'You act for')}
            </Typography>
          ))}
        </Stack>
      </Stack>
      <Divider component="li" role="none" sx={{ mb: 1 }} />
      {sections.map(({ label, path, icon, badge }) => (
        <MenuItem key={path} component={Link} to={path} onClick={close}>
          <ListItemIcon sx={{ '& svg': { fontSize: 20 } }}>{icon}</ListItemIcon>
          {label}
          {badge}
        </MenuItem>
      ))}
      {entries.map(({ label, path, icon }) => (
        <MenuItem key={path} component={Link} to={path} onClick={close}>
          <ListItemIcon>{icon}</ListItemIcon>
          {label}
        </MenuItem>
      ))}
      <Typography component="li" role="none" variant="caption" color="textSecondary" sx={{ px: 4, pt: 2, pb: 1 }}>
        Theme
      </Typography>
      {modes.map((choice) => (
        <MenuItem
          key={choice.mode}
          role="menuitemradio"
          aria-checked={mode === choice.mode}
          onClick={() => {
            setMode(choice.mode);
            change({ theme: choice.mode });
          }}
        >
          <ListItemIcon>{choice.icon}</ListItemIcon>
          {choice.label}
          {mode === choice.mode && <Check fontSize="small" color="primary" sx={{ ml: 'auto' }} />}
        </MenuItem>
      ))}
      <Divider component="li" role="none" sx={{ my: 1 }} />
      <MenuItem
        onClick={() => {
          close();
          onLogout();
        }}
      >
        <ListItemIcon>
          <Logout fontSize="small" />
        </ListItemIcon>
        Logout
      </MenuItem>
      <Typography component="li" role="none" variant="caption" color="textSecondary" sx={{ px: 4, py: 1 }}>
        {product.name} v{product.version}
      </Typography>
    </Menu>
  );
}

const placement = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
  transformOrigin: { vertical: 'top', horizontal: 'right' },
  slotProps: { paper: { sx: { width: 264, mt: 1 } } },
} as const;

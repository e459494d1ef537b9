import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import { PersonAvatar } from '../../ui/person-avatar';
import { initialsOf } from '../../lib/format';
import { usePreloaded } from '../../lib/use-preloaded';
import type { UserMenuItemsProps } from './user-menu-items';

const UserMenuItems = lazyPart(async () => (await import('./user-menu-items')).UserMenuItems);

/** The button of the menu of the person. */
export function UserMenu(props: UserMenuItemsProps) {
  const { user } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  usePreloaded(UserMenuItems);
  return (
    <>
      <IconButton
        // With what is to be seen on it, for who speaks to the screen.
        aria-label={`Account of ${user.name}, ${initialsOf(user.name)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWasOpen(true);
        }}
        sx={{ p: 1 }}
      >
        <PersonAvatar name={user.name} picture={user.avatar} />
      </IconButton>
      {wasOpen && (
        <Suspense fallback={null}>
          <UserMenuItems {...props} open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}

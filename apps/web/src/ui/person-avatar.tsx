import Avatar from '@mui/material/Avatar';
import type { Theme } from '@mui/material/styles';
import { initialsOf } from '../lib/format';
import { tint } from './tint';

type PersonAvatarProps = { name: string; picture?: string | null; size?: number };

/** A person's picture, or the initials of the name. The name itself stands beside it. */
export function PersonAvatar({ name, picture, size = 32 }: PersonAvatarProps) {
  const style = (theme: Theme) => ({
    width: size,
    height: size,
    fontSize: size * 0.4,
    fontWeight: 600,
    color: theme.vars.palette.accent.main,
    backgroundColor: tint(theme, 'accent'),
  });
  return (
    <Avatar aria-hidden src={picture ?? undefined} sx={style}>
      {initialsOf(name)}
    </Avatar>
  );
}

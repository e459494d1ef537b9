import Link from '@mui/material/Link';

/** An address that is broken before its domain where it has to be broken. */
export function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <Link href={`mailto:${email}`} sx={{ overflowWrap: 'anywhere' }}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </Link>
  );
}

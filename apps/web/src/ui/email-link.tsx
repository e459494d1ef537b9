import Link from '@mui/material/Link';

/** An address that is broken before its domain where it has to be broken. */
export function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** A link to write to the address. */
export function EmailLink({ email }: { email: string }) {
  return (
    <Link href={`mailto:${email}`} sx={{ overflowWrap: 'anywhere' }}>
      <Email email={email} />
    </Link>
  );
}

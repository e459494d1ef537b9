import GlobalStyles from '@mui/material/GlobalStyles';
import Portal from '@mui/material/Portal';
import { styled } from '@mui/material/styles';
import type { IssuedPassword } from '@shifa/contract';
import { formatInstant } from '../../lib/format';

type PasswordSlipsProps = { people: readonly IssuedPassword[]; address: string };

/** A slip of paper for each person, with lines to cut along. While it is there, nothing else is printed. */
export function PasswordSlips({ people, address }: PasswordSlipsProps) {
  return (
    <Portal>
      <GlobalStyles styles={onlySlips} />
      <Slips className="printed-alone" aria-label="Password slips">
        {people.map(({ _id, name, email, employeeCode, temporaryPassword, temporaryPasswordExpiresAt: expiry }) => (
          <li key={_id}>
            <strong>{name}</strong> <small>{employeeCode}</small>
            <dl>
              <dt>Sign in at</dt>
              <dd>{address}</dd>
              <dt>Email</dt>
              <dd>{email}</dd>
              <dt>Temporary password</dt>
              <dd className="password">{temporaryPassword}</dd>
              {expiry !== null && (
                <>
                  <dt>Valid until</dt>
                  <dd>{formatInstant(expiry)}</dd>
                </>
              )}
            </dl>
            <p>Choose your own password at the first sign-in.</p>
          </li>
        ))}
      </Slips>
    </Portal>
  );
}

const onlySlips = {
  '@media print': {
    // Paper is white, whatever the screen is.
    ':root': { colorScheme: 'light !important' },
    'body > *:not(.printed-alone)': { display: 'none !important' },
    // An open dialog keeps the page behind it from scrolling, which would cut the slips off after the first sheet.
    body: { overflow: 'visible !important', padding: '0 !important' },
  },
};

const Slips = styled('ul')({
  display: 'none',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media print': { display: 'block' },
  '& > li': {
    padding: '4mm 2mm',
    borderBottom: '1px dashed #000',
    fontSize: '11pt',
    breakInside: 'avoid',
    overflowWrap: 'anywhere',
  },
  '& > li:first-of-type': { borderTop: '1px dashed #000' },
  '& strong': { fontSize: '13pt' },
  '& dl': { display: 'grid', gridTemplateColumns: '46mm 1fr', rowGap: '1mm', margin: '3mm 0' },
  '& dd': { margin: 0 },
  '& p': { margin: 0, fontSize: '9pt' },
  '& .password': { fontFamily: 'monospace', fontSize: '14pt', fontWeight: 600, letterSpacing: '0.04em' },
});

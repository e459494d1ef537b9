import Link from '@mui/material/Link';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

/** The number of another entry; it opens that one in the drawer, over the page that is open. */
export function EntryLink({ entry: { _id, transactionNo } }: { entry: { _id: string; transactionNo: string } }) {
  const [params] = useSearchParams();
  const there = new URLSearchParams(params);
  there.set('entry', _id);
  return (
    <Link component={RouterLink} to={{ search: there.toString() }} className="tabular" underline="always">
      {transactionNo}
    </Link>
  );
}

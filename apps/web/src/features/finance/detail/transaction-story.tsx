import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Banner } from '../../../components/banner';
import Button from '@mui/material/Button';
import { Skeleton } from '../../../components/loading/skeleton';
import { HistoryList } from '../../../components/versions/history-list';
import { messageOf } from '../../../lib/api-error';
import { transactionQueries } from '../transaction.queries';
import { describeDeed, storyFields, toldChanges } from './describe-deed';

type TransactionStoryProps = { id: string; timeZone: string };

/** Every write on an entry, newest first, in words. */
export function TransactionStory({ id, timeZone }: TransactionStoryProps) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(transactionQueries.history(id, page));
  if (data) {
    return (
      <Box sx={narrowStyle}>
        <HistoryList
          history={{ ...data, data: data.data.map((entry) => ({ ...entry, changes: toldChanges(entry) })) }}
          fields={storyFields}
          describeAction={describeDeed}
          timeZone={timeZone}
          page={page}
          onPage={setPage}
        />
      </Box>
    );
  }
  if (error) {
    return (
      <Banner
        tone="error"
        action={
          <Button size="small" color="inherit" onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {messageOf(error, 'The story could not be loaded')}
      </Banner>
    );
  }
  return (
    <Stack sx={{ gap: 3 }}>
      <Skeleton variant="rectangular" height={48} />
      <Skeleton silent variant="rectangular" height={48} />
    </Stack>
  );
}

/** A drawer has less room for the names of fields than a page. */
const narrowStyle = { '& dl > div': { gridTemplateColumns: { sm: '112px minmax(0, 1fr)' } } };

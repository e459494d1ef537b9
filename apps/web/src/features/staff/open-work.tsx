import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Blocker } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BlockerList } from '../../screens/actions/blocker-list';
import { Banner } from '../../ui/feedback/banner';
import { Skeleton } from '../../ui/loading/skeleton';
import { blockerLists } from '../../config/paths';
import { api } from '../../data/api';
import { messageOf } from '../../lib/api-error';
import { queryOf } from '../../data/queries';
import { withQuery } from '../../lib/with-query';

/** What a person leaves for others to settle, with links to it. */
export function OpenWork({ id, name }: { id: string; name: string }) {
  const { data, error } = useQuery({ ...queryOf(api.staff.openWork, { params: { id } }), staleTime: 0 });
  if (error) return <Banner tone="warning">{messageOf(error, "Couldn't count open work")}</Banner>;
  if (!data) return <Skeleton variant="rectangular" height={48} />;
  return <OpenWorkNotice blockers={data}>{name} has open work that others need to settle:</OpenWorkNotice>;
}

export function OpenWorkNotice({ blockers, children }: { blockers: readonly Blocker[]; children: ReactNode }) {
  if (blockers.length === 0) return null;
  return (
    <Banner tone="warning">
      <Stack sx={{ gap: 1 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{children}</Typography>
        <BlockerList
          blockers={blockers}
          linkTo={({ resource, filter }) => resource && withQuery(blockerLists[resource], filter ?? {})}
        />
      </Stack>
    </Banner>
  );
}

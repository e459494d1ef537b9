import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { leaveTypeLabels, leaveTypes, type LeaveType, type PersonBalance } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { AmountTable } from '../../../ui/amount-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';
import { Skeleton } from '../../../ui/loading/skeleton';
import { NoResults } from '../../../ui/feedback/no-results';
import { PageTurner } from '../../../screens/list/page-turner';
import { SearchInput } from '../../../ui/search-input';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatCount } from '../../../lib/format';
import { pageQuery } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { withQuery } from '../../../lib/with-query';

/** What is left of each type of leave this year: a row per person of a laboratory. */
export function TeamBalances() {
  const [laboratoryId, setLaboratoryId] = useState<string>();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const view = useLaboratoryInView(laboratoryId, 'leave.view');
  const find = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  return (
    <SectionCard title="Team leave balances">
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 3 }}>
        <LaboratorySelect
          view={view}
          onChange={(next) => {
            setLaboratoryId(next);
            setPage(1);
          }}
        />
        <SearchInput label="Search people" value={search} onChange={find} />
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={240} />}>
        {view.laboratory && (
          <Balances
            asked={{ laboratoryId: view.laboratory._id, page, ...(search !== '' && { search }) }}
            onPage={setPage}
            onClear={() => find('')}
          />
        )}
      </WithLaboratory>
    </SectionCard>
  );
}

type BalancesProps = {
  asked: { laboratoryId: string; page: number; search?: string };
  onPage: (page: number) => void;
  onClear: () => void;
};

function Balances({ asked, onPage, onClear }: BalancesProps) {
  const query = pageQuery(api.leaves.teamBalances, { query: { ...asked, limit: 25 } });
  const { data: page, error, refetch, isPlaceholderData } = useQuery(query);
  if (!page) return <NotLoaded query={{ error, refetch }} what="the balances" skeleton={240} />;
  if (page.data.length === 0) {
    return asked.search === undefined ? (
      <EmptyState>No one belongs to this laboratory yet.</EmptyState>
    ) : (
      <NoResults things="people" search={asked.search} onClear={onClear} />
    );
  }
  return (
    <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      <BalanceTable rows={page.data} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
        Days left in {page.data[0]?.year}, with pending requests deducted. Types without a limit show the days taken.
      </Typography>
      <PageTurner pagination={page.pagination} things={{ one: 'person', many: 'people' }} onPage={onPage} />
    </Box>
  );
}

function BalanceTable({ rows }: { rows: readonly PersonBalance[] }) {
  const seesPeople = usePermission('staff.view').allowed;
  const types = leaveTypes.filter((type) =>
    rows.some((row) => {
      const { entitledDays = null, takenDays = 0 } = balanceIn(row, type) ?? {};
      return entitledDays !== null || takenDays > 0;
    }),
  );
  return (
    <AmountTable title="Team leave balances">
      <table>
        <caption>Team leave balances</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            {types.map((type) => (
              <th key={type} scope="col">
                {leaveTypeLabels[type]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.person._id}>
              <th scope="row" title={row.person.employeeCode}>
                <Box sx={nameStyle}>
                  {seesPeople ? (
                    <Link
                      component={RouterLink}
                      to={withQuery(paths.staffMember(row.person._id), { tab: 'activity' })}
                      color="inherit"
                    >
                      {row.person.name}
                    </Link>
                  ) : (
                    row.person.name
                  )}
                </Box>
              </th>
              {types.map((type) => (
                <td key={type}>{leftOf(balanceIn(row, type))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </AmountTable>
  );
}

type Balance = PersonBalance['types'][number];

const balanceIn = ({ types }: PersonBalance, type: LeaveType) => types.find((balance) => balance.type === type);

/** `9.5 of 12`, or `3 taken` where there is no limit; below it the days of pending requests, if there are any. */
function leftOf(balance: Balance | undefined) {
  if (!balance) return null;
  const { entitledDays, remainingDays, takenDays, pendingDays } = balance;
  return (
    <>
      {entitledDays === null
        ? `${formatCount(takenDays)} taken`
        : `${formatCount(remainingDays ?? 0)} of ${formatCount(entitledDays)}`}
      {pendingDays > 0 && (
        <Typography variant="caption" component="div" color="textSecondary">
          {formatCount(pendingDays)} pending
        </Typography>
      )}
    </>
  );
}

const nameStyle = {
  maxWidth: { xs: '7.5rem', sm: 220 },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '& a': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  // What goes beyond the box cannot be hit.
  '@media (pointer: coarse)': { lineHeight: '44px' },
};

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type BrokenLink,
  type Ledger,
  type LedgerBody,
  type LedgerFault,
  ledgerLabels,
  type LedgerSeal,
  type Verification,
  plural,
} from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { Banner } from '../../ui/feedback/banner';
import { CopyButton } from '../../ui/copy-button';
import { NoLaboratoryYet } from '../../screens/laboratory-in-view';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { PageTurner } from '../../screens/list/page-turner';
import { RelativeTime } from '../../ui/relative-time';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { formatCount, formatInstant } from '../../lib/format';
import { send } from '../../data/queries';
import { useExistingPage, useUrlState } from '../../data/use-url-state';
import { isRunning, ledgersPage, updateLedger } from './ledgers.resource';
import { cancelledText, linksText, notCompletedText, othersDifferText } from './settings.messages';
import { useWrite } from '../../data/use-write';

const LedgersState = z.object({ page: z.coerce.number<number>().int().min(1).default(1) });

/** The ledgers of each laboratory, and whether anything in them was changed outside the product. */
export function Ledgers() {
  const [{ page }, change] = useUrlState(LedgersState);
  const query = useQuery(ledgersPage(page));
  useExistingPage(query);
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 4, maxWidth: '72ch' }}>
        Every record adds a link to its laboratory's chain, and each link depends on all earlier links. Verification
        finds any record that was changed, removed or added directly in the database. Reports and vouchers show the
        latest hash from when they were generated.
      </Typography>
      {!query.data && <NotLoaded query={query} what="the ledgers" skeleton={320} />}
      {query.data?.data.length === 0 && <NoLaboratoryYet />}
      {query.data && query.data.data.length > 0 && (
        <>
          <Stack sx={{ gap: 4 }}>
            {query.data.data.map(({ laboratory, ledgers }) => (
              <SectionCard key={laboratory._id} title={`${laboratory.name} (${laboratory.code})`}>
                <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                  {ledgers.map((ledger) => (
                    <LedgerItem key={ledger.ledger} ledger={ledger} laboratoryId={laboratory._id} />
                  ))}
                </Box>
              </SectionCard>
            ))}
          </Stack>
          <PageTurner
            pagination={query.data.pagination}
            things={{ one: 'laboratory', many: 'laboratories' }}
            onPage={(next) => change({ page: next })}
          />
        </>
      )}
    </>
  );
}

function LedgerItem({ ledger, laboratoryId }: { ledger: Ledger; laboratoryId: string }) {
  const queryClient = useQueryClient();
  const body: LedgerBody = { ledger: ledger.ledger, laboratoryId };
  const options = {
    failure: "Couldn't start the verification",
    toastsFailure: true,
    onSuccess: (next: Ledger) => updateLedger(queryClient, body, () => next),
  };
  const verify = useWrite({ send: () => send(api.audit.verifyLedger, { body }), ...options });
  const cancel = useWrite({ send: () => send(api.audit.cancelVerification, { body }), ...options });
  const label = ledgerLabels[ledger.ledger];
  const { head, verification } = ledger;
  return (
    <Stack
      component="li"
      sx={{
        gap: 2,
        py: 4,
        '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
        '&:last-of-type': { pb: 0 },
      }}
    >
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography variant="subtitle2" component="h3">
            {label}
          </Typography>
          {head ? <Head head={head} label={label} /> : <Typography color="textSecondary">No records yet</Typography>}
        </Box>
        {!isRunning(ledger) && (
          <Button
            variant="outlined"
            color="inherit"
            aria-label={`Verify ${label}`}
            loading={verify.isPending}
            onClick={() => verify.mutate()}
          >
            Verify
          </Button>
        )}
      </Stack>
      {verification &&
        (isRunning(ledger) ? (
          <Progress
            label={label}
            verification={verification}
            isStopping={cancel.isPending}
            onCancel={() => cancel.mutate()}
          />
        ) : (
          <Outcome verification={verification} />
        ))}
    </Stack>
  );
}

function Head({ head: { seq, hash }, label }: { head: LedgerSeal; label: string }) {
  return (
    <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography variant="body2" color="textSecondary" className="tabular">
        {linksText(seq)}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        <Box component="code" title={hash} sx={{ fontSize: '0.8125rem' }}>
          {hash.slice(0, 8)}…{hash.slice(-8)}
        </Box>
        <CopyButton text={hash} label={`Copy the hash of ${label}`} />
      </Stack>
    </Stack>
  );
}

type ProgressProps = { label: string; verification: Verification; isStopping: boolean; onCancel: () => void };

function Progress({ label, verification: { done, total }, isStopping, onCancel }: ProgressProps) {
  const isCounted = total > 0;
  return (
    <Stack direction="row" sx={{ gap: 4, alignItems: 'center', maxWidth: 560 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <LinearProgress
          aria-label={`Verifying ${label}`}
          {...(isCounted && { variant: 'determinate', value: Math.min(100, (done / total) * 100) })}
        />
        <Typography variant="body2" color="textSecondary" className="tabular" sx={{ mt: 1 }}>
          {isCounted ? `${formatCount(done)} of ${formatCount(total)} links and records` : 'Starting…'}
        </Typography>
      </Box>
      <Button variant="outlined" color="inherit" loading={isStopping} onClick={onCancel}>
        Cancel
      </Button>
    </Stack>
  );
}

function Outcome({ verification }: { verification: Verification }) {
  const { status, by, startedAt, finishedAt, links, broken } = verification;
  const when = (
    <>
      {by}, <RelativeTime instant={finishedAt ?? startedAt} />
    </>
  );
  if (broken) {
    return (
      <Banner tone="error">
        <BrokenText broken={broken} /> Verified by {when}.
      </Banner>
    );
  }
  if (status === 'intact') {
    return (
      <Banner tone="success">
        {describeIntact(links)} Verified by {when}.
      </Banner>
    );
  }
  return (
    <Banner tone="warning">
      {status === 'cancelled' ? cancelledText : notCompletedText} Started by {when}.
    </Banner>
  );
}

function describeIntact(links: number): string {
  if (links === 0) return 'Nothing to verify yet.';
  return plural(links, 'The only link is unchanged.', `All ${formatCount(links)} links are unchanged.`);
}

const faultTexts: Record<LedgerFault, (link: string, name: string) => string> = {
  link_missing: (link) => `${link} is missing, so nothing after it can be trusted.`,
  link_changed: (link, name) => `${link} (${name}) was changed.`,
  chain_rewritten: (link, name) => `${link} (${name}) has been replaced since the last verification.`,
  document_changed: (link, name) => `${link} doesn't match its record. ${name} was changed outside the product.`,
  document_missing: (link, name) => `${link} has no record. ${name} was removed outside the product.`,
  document_without_link: (_link, name) => `${name} has no link. It was added outside the product.`,
};

function nameOfLink({ seq, at }: BrokenLink): string {
  if (seq === null) return 'A link';
  return at === null ? `Link ${formatCount(seq)}` : `Link ${formatCount(seq)} of ${formatInstant(at)}`;
}

function BrokenText({ broken }: { broken: BrokenLink }) {
  const { fault, document, expected, found, documents } = broken;
  const others = documents - 1;
  return (
    <>
      <strong>{faultTexts[fault](nameOfLink(broken), document?.name ?? 'An unknown record')}</strong>{' '}
      {others > 0 && othersDifferText(others)} Expected: {expected}. Found: {found}.{' '}
      {document?.path && (
        <>
          <MuiLink component={Link} to={document.path} color="inherit">
            Open {document.name}
          </MuiLink>
          {'. '}
        </>
      )}
    </>
  );
}

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOf, queryOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatDate } from '../../../lib/format';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { CopyButton } from '../../../ui/copy-button';
import { Banner } from '../../../ui/feedback/banner';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SectionCard } from '../../../ui/section-card';

/** The private link to the own roster, for the calendar of a phone. Its address is shown once. */
export function CalendarLinkCard() {
  const link = useQuery(queryOf(api.rosters.calendarLink));
  const [asking, setAsking] = useState<'replace' | 'revoke'>();
  const stale = [keyOf(api.rosters.calendarLink)];
  const creating = useWrite({
    send: (_input: undefined, { signal }) => send(api.rosters.createCalendarLink, { body: {} }, { signal }),
    stale,
    onSuccess: () => setAsking(undefined),
  });
  const revoking = useWrite({
    send: async (_input: undefined, { signal }) => {
      await send(api.rosters.removeCalendarLink, {}, { signal });
    },
    success: 'The calendar link was revoked',
    stale,
    onSuccess: () => {
      setAsking(undefined);
      creating.reset();
    },
  });
  const cancel = () => {
    setAsking(undefined);
    // What failed is not said of the next attempt; an address that is shown stays.
    if (creating.isError) creating.reset();
    revoking.reset();
  };
  const address = creating.data && `${window.location.origin}${creating.data.path}`;
  const hasLink = link.data !== null;
  return (
    <SectionCard title="Calendar">
      <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
        <Typography color="textSecondary">
          Add your roster to the calendar on your phone. Anyone with the link can read your roster, so don't share it.
        </Typography>
        {link.data === undefined && <NotLoaded query={link} what="the calendar link" skeleton={40} />}
        {address !== undefined && (
          <>
            <Banner tone="info">Copy this address now. It's shown only once.</Banner>
            <Typography className="tabular" sx={{ overflowWrap: 'anywhere' }}>
              {address} <CopyButton text={address} label="Copy the address" />
            </Typography>
          </>
        )}
        {link.data && <Typography variant="body2">Link created on {formatDate(link.data.createdAt)}.</Typography>}
        {creating.fault !== undefined && !asking && <Banner tone="error">{creating.fault}</Banner>}
        {link.data !== undefined && (
          <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
            <Button
              variant="outlined"
              color="inherit"
              loading={creating.isPending && !asking}
              onClick={() => (hasLink ? setAsking('replace') : creating.mutate(undefined))}
            >
              {hasLink ? 'Replace link' : 'Create link'}
            </Button>
            {hasLink && (
              <Button color="inherit" onClick={() => setAsking('revoke')}>
                Revoke link
              </Button>
            )}
          </Stack>
        )}
      </Stack>
      <ConfirmDialog
        open={asking === 'replace'}
        title="Replace calendar link"
        verb="Replace"
        pending={creating.isPending}
        {...(creating.fault !== undefined && { error: creating.fault })}
        onStop={creating.stop}
        onConfirm={() => creating.mutate(undefined)}
        onCancel={cancel}
      >
        The old address stops working. Calendars that use it need the new one.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'revoke'}
        title="Revoke calendar link"
        verb="Revoke"
        destructive
        pending={revoking.isPending}
        {...(revoking.fault !== undefined && { error: revoking.fault })}
        onStop={revoking.stop}
        onConfirm={() => revoking.mutate(undefined)}
        onCancel={cancel}
      >
        Calendars that use the link stop showing your roster. You can create another link.
      </ConfirmDialog>
    </SectionCard>
  );
}

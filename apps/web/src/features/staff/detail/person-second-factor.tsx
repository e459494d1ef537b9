import Typography from '@mui/material/Typography';
import { type PersonSecondFactor as Factor, plural, type StaffMember } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ActionButton } from '../../../screens/actions/permission-button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SectionCard } from '../../../ui/section-card';
import { api } from '../../../data/api';
import { queryOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';

const factorOf = (id: string) => queryOf(api.secondFactor.getOfPerson, { params: { id } });

/** The second factor of someone whom the viewer manages, which can be removed for them. */
export function PersonSecondFactor({ person }: { person: StaffMember }) {
  const query = useQuery(factorOf(person._id));
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const reset = useWrite({
    send: (_, { signal }) => send(api.secondFactor.reset, { params: { id: person._id } }, { signal }),
    success: 'The second factor was removed',
    failure: "Couldn't remove the second factor",
    stale: [factorOf(person._id).queryKey],
    onSuccess: close,
  });
  const isSet = query.data !== undefined && (query.data.hasAuthenticator || query.data.passkeys > 0);
  return (
    <SectionCard
      title="Second factor"
      action={
        isSet && (
          <ActionButton
            disabledReason={disabledReasonOf(person.actions.endSessions)}
            size="small"
            color="error"
            onClick={() => setAsking(true)}
          >
            Remove second factor
          </ActionButton>
        )
      }
    >
      {query.data ? (
        <Typography color="textSecondary">{describe(query.data)}</Typography>
      ) : (
        <NotLoaded query={query} what="the second factor" skeleton={24} />
      )}
      {asking && (
        <ConfirmDialog
          open
          title="Remove second factor"
          verb="Remove second factor"
          destructive
          pending={reset.isPending}
          error={reset.fault}
          onConfirm={() => reset.mutate()}
          onStop={reset.stop}
          onCancel={close}
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <strong>{person.name}</strong> signs in with the password alone until they set up a new one. They get a
            notification. First make sure the request comes from them.
          </Typography>
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

function describe({ hasAuthenticator, passkeys }: Factor): string {
  const keys = passkeys > 0 ? [plural(passkeys, '1 passkey', `${passkeys} passkeys`)] : [];
  const parts = [...(hasAuthenticator ? ['Authenticator app'] : []), ...keys];
  return parts.length === 0 ? 'Not set' : parts.join(', ');
}

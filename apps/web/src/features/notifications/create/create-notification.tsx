import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  MAX_MESSAGE_LENGTH,
  MAX_TITLE_LENGTH,
  notificationPriorities,
  notificationTypeLabels,
  sendableTypes,
} from '@shifa/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { pairStyle, widePairStyle } from '../../../ui/fields/pair-style';
import { Restored } from '../../../screens/form/restored';
import { placeServerFaults } from '../../../screens/form/server-faults';
import { useDraftedForm } from '../../../screens/form/use-drafted-form';
import { useCheckedForm } from '../../../ui/fields/use-checked-form';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { capitalized, formatCount, formatPeople } from '../../../lib/format';
import { useIdempotentSend } from '../../../data/idempotency';
import { invalidate } from '../../../data/live';
import { keyOfAll } from '../../../data/queries';
import { useDebounced } from '../../../lib/use-debounced';
import { useTemporary } from '../../../lib/use-temporary';
import { usePermission, useUser } from '../../../data/use-session';
import { useStoppable } from '../../../data/use-stoppable';
import { broadcastProgress } from '../notification.queries';
import { everyoneInText, everyoneText } from '../notifications.messages';
import {
  blank,
  type CreateValues,
  failures,
  missingIn,
  type NotificationToSend,
  resolver,
  type SendMode,
  sendNotification,
} from './create-values';
import { RecipientChoice } from './recipient-choice';
import { laboratories, people } from './recipients';

/** How long the success is shown before the form closes. */
const SUCCESS_SHOWN_MS = 1_500;

/** Sends a notification to a person, to everyone in a laboratory, or to everyone. */
export function CreateNotification({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const stoppable = useStoppable();
  const { laboratoryId: own } = useUser();
  const broadcast = usePermission('notifications.broadcast');
  const isNetworkWide = broadcast.scope === 'all';
  const initial = { ...blank, laboratoryId: isNetworkWide ? '' : (own?._id ?? '') };
  const [fault, setFault] = useState<string>();
  const [confirming, setConfirming] = useState<NotificationToSend>();
  const form = useCheckedForm<CreateValues, NotificationToSend>({ defaultValues: initial, resolver });
  const { control } = form;
  // Of a person who was chosen, only the offered ones could be shown by name.
  const draft = useDraftedForm('notifications:new', form, initial, ['recipientId']);
  const idempotent = useIdempotentSend(draft.key);
  const [, setSent] = useTemporary<true>(SUCCESS_SHOWN_MS, () => {
    // Otherwise, someone has begun the next one.
    if (!form.formState.isDirty) close();
  });
  const values = useWatch({ control, compute: (all: CreateValues) => all });
  const { mode } = values;

  const sending = useMutation({
    mutationFn: async (body: NotificationToSend) => {
      await queryClient.resetQueries({ queryKey: broadcastProgress.queryKey });
      return idempotent([mode, body], (key) =>
        stoppable.run((signal) => sendNotification(body, mode, { key, signal })),
      );
    },
    onMutate: () => setFault(undefined),
    onSuccess: () => {
      draft.startOver();
      setSent(true);
      void invalidate(queryClient, [keyOfAll('notifications')]);
    },
    onError: (error) => setFault(placeServerFaults(form, error, failures[mode])),
  });

  function close() {
    draft.drop();
    onClose();
  }
  const submit = form.handleSubmit((body) => {
    if (mode === 'all') setConfirming(body);
    else sending.mutate(body);
  });
  return (
    <FormDrawer
      open
      title="Create Notification"
      verb="Send notification"
      dirty={form.formState.isDirty}
      pending={sending.isPending}
      onStop={stoppable.stop}
      {...(fault !== undefined && { error: fault })}
      incomplete={missingIn(values)}
      onSubmit={() => void submit()}
      onClose={close}
    >
      {draft.restoredAt !== undefined && <Restored at={draft.restoredAt} onDiscard={draft.startOver} />}
      {sending.isSuccess && <Banner tone="success">Notification sent successfully!</Banner>}
      {!sending.isIdle && <Progress />}
      {broadcast.allowed && (
        <SegmentedChoice
          label="Send to"
          value={mode}
          segments={[
            { value: 'individual', label: 'Individual' },
            ...(isNetworkWide || own
              ? [{ value: 'laboratory' as const, label: isNetworkWide ? 'Laboratory' : 'My Laboratory' }]
              : []),
            ...(isNetworkWide ? [{ value: 'all' as const, label: 'All Users' }] : []),
          ]}
          onChange={(chosen: SendMode) => form.setValue('mode', chosen)}
        />
      )}
      <Recipients
        control={control}
        mode={mode}
        choosesLaboratory={isNetworkWide}
        ownLaboratory={isNetworkWide ? undefined : own}
      />
      <Box sx={widePairStyle}>
        <FormSelect
          control={control}
          name="type"
          label="Type"
          placeholder="Choose a type"
          options={sendableTypes.map((type) => ({ value: type, label: notificationTypeLabels[type] }))}
        />
        <FormSelect
          control={control}
          name="priority"
          label="Priority"
          placeholder="Choose a priority"
          options={notificationPriorities.map((value) => ({
            value,
            label: capitalized(value),
          }))}
        />
      </Box>
      <FormText
        control={control}
        name="title"
        label="Title"
        help={`${formatCount(values.title.length)} of ${MAX_TITLE_LENGTH} characters`}
      />
      <FormText
        control={control}
        name="message"
        label="Message"
        multiline
        minRows={4}
        maxRows={10}
        help={`${formatCount(values.message.length)} of ${formatCount(MAX_MESSAGE_LENGTH)} characters`}
      />
      <Box sx={pairStyle}>
        <FormText
          control={control}
          name="actionUrl"
          label="Action URL"
          optional
          placeholder="/inventory"
          help="The page of this site that the button opens."
        />
        <FormText control={control} name="actionLabel" label="Action label" optional placeholder="Open" />
      </Box>
      <ConfirmDialog
        open={confirming !== undefined}
        title="Send to everyone"
        verb="Send to everyone"
        onCancel={() => setConfirming(undefined)}
        onConfirm={() => {
          if (confirming) sending.mutate(confirming);
          setConfirming(undefined);
        }}
      >
        Everyone in all laboratories will be notified. You can't undo this.
      </ConfirmDialog>
    </FormDrawer>
  );
}

type RecipientsProps = Pick<Parameters<typeof RecipientChoice>[0], 'control'> & {
  mode: SendMode;
  choosesLaboratory: boolean;
  ownLaboratory: { _id: string; name: string } | null | undefined;
};

/** Both lists are loaded when the form opens, and people are found on the server as their names are typed. */
function Recipients({ control, mode, choosesLaboratory, ownLaboratory }: RecipientsProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const reach = ownLaboratory ? { laboratoryId: ownLaboratory._id } : {};
  const found = useQuery({
    ...people({ ...reach, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  });
  const labs = useQuery(laboratories);
  if (mode === 'individual') {
    return (
      <RecipientChoice
        control={control}
        name="recipientId"
        label="User"
        options={found.data ?? []}
        loading={found.isFetching}
        failed={found.isError}
        foundFor={found.isPlaceholderData ? undefined : search}
        onSearch={setTyped}
      />
    );
  }
  if (mode === 'laboratory' && choosesLaboratory) {
    return (
      <RecipientChoice
        control={control}
        name="laboratoryId"
        label="Laboratory"
        options={labs.data ?? []}
        loading={labs.isPending}
        failed={labs.isError}
      />
    );
  }
  return (
    <Typography color="textSecondary">{mode === 'all' ? everyoneText : everyoneInText(ownLaboratory?.name)}</Typography>
  );
}

/** How far a broadcast has been delivered. */
function Progress() {
  const { data } = useQuery(broadcastProgress);
  if (!data || data.recipients === 0) return null;
  const { delivered, recipients } = data;
  return (
    <Stack sx={{ gap: 2 }}>
      <LinearProgress
        variant="determinate"
        aria-label="Delivered"
        value={Math.min(100, (delivered / recipients) * 100)}
      />
      <Typography variant="body2" color="textSecondary" className="tabular" role="status">
        Delivered to {formatCount(delivered)} of {formatPeople(recipients)}
      </Typography>
    </Stack>
  );
}

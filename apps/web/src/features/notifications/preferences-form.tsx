import FormControlLabel from '@mui/material/FormControlLabel';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import {
  mutableTypes,
  type NotificationPreferences,
  NotificationPreferencesSchema,
  notificationTypeLabels,
  type QuietHours,
} from '@shifa/contract';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextInput } from '../../ui/fields/text-input';
import { FormDrawer } from '../../screens/form/form-drawer';
import { LoadingDrawer } from '../../ui/drawers/loading-drawer';
import { pairStyle } from '../../ui/fields/pair-style';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { notificationPreferences } from './notification.queries';
import { useWrite } from '../../data/use-write';

const TITLE = 'Notification preferences';
const usualNight: QuietHours = { from: '22:00', to: '07:00' };

/** Which notifications the viewer wants, and when they do not want to be interrupted. */
export function PreferencesForm({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...notificationPreferences, staleTime: 0 });
  if (!query.data || !query.isFetchedAfterMount) {
    return <LoadingDrawer title={TITLE} thing="preferences" query={query} onClose={onClose} />;
  }
  return <LoadedForm preferences={query.data} onClose={onClose} />;
}

function LoadedForm({ preferences, onClose }: { preferences: NotificationPreferences; onClose: () => void }) {
  const queryClient = useQueryClient();
  // What is stored may change behind the open form.
  const [base] = useState(preferences);
  const [values, setValues] = useState(preferences);
  const { muted, quietHours } = values;
  const save = useWrite({
    send: (_, { signal }) => send(api.notifications.setPreferences, { body: values }, { signal }),
    success: 'Notification preferences saved',
    failure: "Couldn't save the preferences",
    onSuccess: (saved) => {
      queryClient.setQueryData(notificationPreferences.queryKey, saved);
      onClose();
    },
  });
  const fault = NotificationPreferencesSchema.safeParse(values).error?.issues[0]?.message;
  const setHours = (patch: Partial<QuietHours>) =>
    setValues({ ...values, quietHours: { ...(quietHours ?? usualNight), ...patch } });
  return (
    <FormDrawer
      open
      title={TITLE}
      verb="Save preferences"
      dirty={hashKey([values]) !== hashKey([base])}
      pending={save.isPending}
      onStop={save.stop}
      error={save.fault}
      incomplete={fault === undefined ? undefined : 'Correct the quiet hours first'}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Stack role="group" aria-label="Notify me about">
        <Typography variant="h4" component="h3">
          Notify me about
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          You always get announcements, messages to you and decisions about you.
        </Typography>
        {mutableTypes.map((type) => (
          <FormControlLabel
            key={type}
            label={notificationTypeLabels[type]}
            labelPlacement="start"
            sx={switchStyle}
            control={
              <Switch
                checked={!muted.includes(type)}
                onChange={(_, wanted) => {
                  const others = muted.filter((other) => other !== type);
                  setValues({ ...values, muted: wanted ? others : [...others, type] });
                }}
              />
            }
          />
        ))}
      </Stack>
      <Stack role="group" aria-label="Quiet hours" sx={{ gap: 3 }}>
        <div>
          <FormControlLabel
            label={
              <Typography variant="h4" component="span">
                Quiet hours
              </Typography>
            }
            labelPlacement="start"
            sx={switchStyle}
            control={
              <Switch
                checked={quietHours !== null}
                onChange={(_, on) => setValues({ ...values, quietHours: on ? usualNight : null })}
              />
            }
          />
          <Typography variant="body2" color="textSecondary">
            Notifications still arrive, but only urgent ones open or pop up.
          </Typography>
        </div>
        {quietHours && (
          <Box sx={pairStyle}>
            {(['from', 'to'] as const).map((bound) => (
              <TextInput
                key={bound}
                label={bound === 'from' ? 'From' : 'To'}
                error={bound === 'to' ? fault : undefined}
                type="time"
                value={quietHours[bound]}
                onChange={(text) => setHours({ [bound]: text })}
              />
            ))}
          </Box>
        )}
      </Stack>
    </FormDrawer>
  );
}

const switchStyle = { display: 'flex', mx: 0, justifyContent: 'space-between', minHeight: 40 };

import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import {
  type EmailTiming,
  type MessageChannels,
  notificationTypeLabels,
  notificationTypes,
  type NotificationType,
} from '@shifa/contract';
import { useState } from 'react';
import { INCOMPLETE } from '../../ui/fields/field';
import { TextInput } from '../../ui/fields/text-input';
import { SectionCard } from '../../ui/section-card';
import { useMessagePreferences } from './use-message-preferences';
import { capitalized, joined } from '../../lib/format';

const timings: readonly { value: EmailTiming | ''; label: string }[] = [
  { value: '', label: 'No email' },
  { value: 'at_once', label: 'At once' },
  { value: 'digest', label: 'In the digest' },
];

/** A row for each type of notification: by which channels it also arrives. Each choice is stored at once. */
export function MessageChoices({ channels }: { channels: MessageChannels }) {
  const change = useMessagePreferences(channels);
  const { email, push, gateway, preferences } = channels;
  const canEmail = email?.state?.confirmedAt != null;
  const canPush = push !== null && push.browsers.length > 0;
  const canText = gateway?.state?.confirmedAt != null;
  const setTiming = (type: NotificationType, timing: string) => {
    const { [type]: _, ...others } = preferences.email;
    change({ email: timing === '' ? others : { ...others, [type]: timing as EmailTiming } });
  };
  const setSent = (channel: 'push' | 'gateway', type: NotificationType, sent: boolean) => {
    const others = preferences[channel].filter((other) => other !== type);
    change({ [channel]: sent ? [...others, type] : others });
  };
  if (!canEmail && !canPush && !canText) {
    return (
      <SectionCard title="What is sent to you">
        <Typography color="textSecondary">{nothingYet(channels)}</Typography>
      </SectionCard>
    );
  }
  const hasDigest = Object.values(preferences.email).includes('digest');
  return (
    <SectionCard title="What is sent to you">
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        In addition to notifications in Shifa MS. Notifications you've already read aren't sent.
      </Typography>
      <Box component="table" sx={tableStyle}>
        <thead>
          <tr>
            <th scope="col">Notification</th>
            {canEmail && <th scope="col">Email</th>}
            {canPush && <th scope="col">Push</th>}
            {canText && <th scope="col">{gateway.label}</th>}
          </tr>
        </thead>
        <tbody>
          {notificationTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{notificationTypeLabels[type]}</th>
              {canEmail && (
                <td>
                  <Select
                    native
                    size="small"
                    value={preferences.email[type] ?? ''}
                    inputProps={{ 'aria-label': `Email: ${notificationTypeLabels[type]}` }}
                    onChange={({ target }) => setTiming(type, target.value)}
                  >
                    {timings.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </Select>
                </td>
              )}
              {canPush && (
                <td>
                  <Switch
                    checked={preferences.push.includes(type)}
                    slotProps={{ input: { 'aria-label': `Push: ${notificationTypeLabels[type]}` } }}
                    onChange={(_, sent) => setSent('push', type, sent)}
                  />
                </td>
              )}
              {canText && (
                <td>
                  <Switch
                    checked={preferences.gateway.includes(type)}
                    slotProps={{ input: { 'aria-label': `${gateway.label}: ${notificationTypeLabels[type]}` } }}
                    onChange={(_, sent) => setSent('gateway', type, sent)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Box>
      {canEmail && hasDigest && (
        // A time that was refused is taken back.
        <DigestTime
          key={preferences.digestTime}
          time={preferences.digestTime}
          onChange={(digestTime) => change({ digestTime })}
        />
      )}
      {canPush && (
        <Details
          label="Show the text in push messages"
          help="Names and amounts then appear on the lock screen."
          checked={preferences.pushDetails}
          onChange={(pushDetails) => change({ pushDetails })}
        />
      )}
      {canText && (
        <Details
          label={`${gateway.label}: show the text`}
          help="Names and amounts then appear on the lock screen and pass through the provider."
          checked={preferences.gatewayDetails}
          onChange={(gatewayDetails) => change({ gatewayDetails })}
        />
      )}
    </SectionCard>
  );
}

type DetailsProps = { label: string; help: string; checked: boolean; onChange: (checked: boolean) => void };

function Details({ label, help, checked, onChange }: DetailsProps) {
  return (
    <FormControlLabel
      labelPlacement="start"
      sx={{ mx: 0, mt: 4, justifyContent: 'space-between', gap: 4, display: 'flex', maxWidth: 640 }}
      control={<Switch checked={checked} onChange={(_, next) => onChange(next)} />}
      label={
        <>
          {label}
          <Typography variant="body2" color="textSecondary" component="span" sx={{ display: 'block' }}>
            {help}
          </Typography>
        </>
      }
    />
  );
}

/** Stored when the field is left, so that a time that is being typed is not. */
function DigestTime({ time, onChange }: { time: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState(time);
  return (
    <Box sx={{ maxWidth: 220, mt: 4 }}>
      <TextInput
        label="Time of the digest"
        type="time"
        value={typed}
        onChange={setTyped}
        onBlur={() => {
          if (typed === '' || typed === INCOMPLETE) setTyped(time);
          else if (typed !== time) onChange(typed);
        }}
      />
    </Box>
  );
}

function nothingYet({ email, push, gateway }: MessageChannels): string {
  const ways = [
    ...(email ? ['confirm your email address'] : []),
    ...(push ? ['switch push on'] : []),
    ...(gateway ? ['confirm your phone number'] : []),
  ];
  return `${capitalized(joined(ways, 'disjunction'))}, and choose here what is sent to you.`;
}

const tableStyle = {
  width: '100%',
  maxWidth: 640,
  borderCollapse: 'collapse',
  '& th, & td': { textAlign: 'left', py: 1, pr: 3, fontWeight: 'inherit' },
  '& th:last-child, & td:last-child': { pr: 0, textAlign: 'right' },
  '& thead th': { color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
} as const;

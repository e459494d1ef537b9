import Tune from '@mui/icons-material/TuneOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { IdSchema, type NotificationType, notificationTypeLabels, NotificationTypeSchema } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useOnPhone } from '../../ui/use-on-phone';
import { SearchInput } from '../../ui/search-input';
import { SegmentedChoice } from '../../ui/segmented-choice';
import { laboratoryOptions, withUnlisted } from '../../data/laboratory-options';

/** The list in the address bar. */
export const NotificationsState = z.object({
  search: z.string().trim().max(100).default(''),
  isRead: z.enum(['true', 'false']).optional(),
  type: NotificationTypeSchema.optional(),
  of: z.enum(['me', 'everyone']).default('me'),
  /** Only of everyone's. */
  laboratory: IdSchema.optional(),
  page: z.coerce.number<number>().int().min(1).default(1),
});
export type NotificationsState = z.output<typeof NotificationsState>;

const chips: readonly NotificationType[] = [
  'late_arrival',
  'absent',
  'overtime',
  'announcement',
  'leave_request',
  'system',
];

type NotificationFiltersProps = {
  state: NotificationsState;
  onChange: (patch: Partial<NotificationsState>) => void;
  /** Whether the viewer may see everyone's notifications. */
  seesEveryone: boolean;
};

/** Search and filters; on a phone the filters are behind a button. */
export function NotificationFilters({ state, onChange, seesEveryone }: NotificationFiltersProps) {
  const onPhone = useOnPhone();
  const [open, setOpen] = useState(false);
  const ofEveryone = seesEveryone && state.of === 'everyone';
  const count = [state.isRead, state.type, state.laboratory].filter((value) => value !== undefined).length;
  return (
    <Stack component="section" aria-label="Search and filters" sx={{ gap: 3, mb: 4 }}>
      <Stack direction="row" useFlexGap sx={barStyle}>
        <SearchInput label="Search notifications" value={state.search} onChange={(search) => onChange({ search })} />
        {onPhone ? (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Tune />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {count > 0 ? `Filters (${count})` : 'Filters'}
          </Button>
        ) : (
          <>
            <ReadStateSelect state={state} onChange={onChange} />
            {ofEveryone && <LaboratorySelect state={state} onChange={onChange} />}
          </>
        )}
        {seesEveryone && (
          <SegmentedChoice
            label="Whose notifications"
            value={state.of}
            segments={[
              { value: 'me', label: 'For me' },
              { value: 'everyone', label: 'Everyone' },
            ]}
            onChange={(of) => onChange({ of, laboratory: undefined })}
          />
        )}
      </Stack>
      <Collapse in={!onPhone || open} unmountOnExit>
        <Stack sx={{ gap: 3 }}>
          {onPhone && <ReadStateSelect state={state} onChange={onChange} />}
          {onPhone && ofEveryone && <LaboratorySelect state={state} onChange={onChange} />}
          <TypeChips state={state} onChange={onChange} />
        </Stack>
      </Collapse>
    </Stack>
  );
}

type PartProps = Pick<NotificationFiltersProps, 'state' | 'onChange'>;

function ReadStateSelect({ state, onChange }: PartProps) {
  const isReadOf = (value: string) => (value === 'true' || value === 'false' ? value : undefined);
  return (
    <Select
      native
      size="small"
      value={state.isRead ?? ''}
      inputProps={{ 'aria-label': 'Read state' }}
      onChange={({ target }) => onChange({ isRead: isReadOf(target.value) })}
      sx={{ minWidth: 180 }}
    >
      <option value="">All Notifications</option>
      <option value="false">Unread Only</option>
      <option value="true">Read Only</option>
    </Select>
  );
}

function LaboratorySelect({ state, onChange }: PartProps) {
  const { data } = useQuery(laboratoryOptions);
  return (
    <Select
      native
      size="small"
      value={state.laboratory ?? ''}
      inputProps={{ 'aria-label': 'Laboratory' }}
      onChange={({ target }) => onChange({ laboratory: target.value === '' ? undefined : target.value })}
      sx={{ minWidth: 180 }}
    >
      <option value="">All laboratories</option>
      {withUnlisted(data, state.laboratory).map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function TypeChips({ state, onChange }: PartProps) {
  return (
    <Stack direction="row" useFlexGap role="group" aria-label="Type" sx={{ gap: 2, flexWrap: 'wrap' }}>
      {[undefined, ...chips].map((type) => (
        <Chip
          key={type ?? 'all'}
          label={type === undefined ? 'All' : notificationTypeLabels[type]}
          color={state.type === type ? 'primary' : 'default'}
          variant={state.type === type ? 'filled' : 'outlined'}
          aria-pressed={state.type === type}
          onClick={() => onChange({ type })}
          sx={{ height: { xs: 36, sm: 30 }, borderRadius: 99, px: 1 }}
        />
      ))}
    </Stack>
  );
}

const barStyle = {
  gap: 2,
  flexWrap: 'wrap',
  alignItems: 'center',
  '& > .MuiOutlinedInput-root:first-of-type': { flex: '1 1 200px', maxWidth: { sm: 320 } },
};

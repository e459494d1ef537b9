import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Complaint, complaintCategories, complaintPriorities, ComplaintSchema } from '@shifa/contract';
import { useState } from 'react';
import { Restored } from '../../screens/form/restored';
import { useDraftedForm } from '../../screens/form/use-drafted-form';
import { Banner } from '../../ui/feedback/banner';
import { FormSelect } from '../../ui/fields/form-select';
import { FormText } from '../../ui/fields/form-text';
import { widePairStyle } from '../../ui/fields/pair-style';
import { useCheckedForm } from '../../ui/fields/use-checked-form';
import { useTemporary } from '../../lib/use-temporary';
import { useUser } from '../../data/use-session';
import { chatLink, complaintText, openInNewTab } from './complaint-link';
import { capitalized } from '../../lib/format';

const SUCCESS_SHOWN_MS = 5_000;

const labelled = (values: readonly string[]) => values.map((value) => ({ value, label: capitalized(value) }));
const categories = labelled(complaintCategories);
const priorities = labelled(complaintPriorities);

type Values = Record<keyof Complaint, string>;

/** Opens a chat with the support in which the complaint is already written; the server is not involved. */
export function ComplaintForm({ number }: { number: string | null }) {
  const { name, email } = useUser();
  const [sent, setSent] = useTemporary<true>(SUCCESS_SHOWN_MS);
  const [blocked, setBlocked] = useState(false);
  const initial: Values = {
    subject: '',
    category: '',
    priority: '',
    description: '',
    contactEmail: email,
    contactPhone: '',
  };
  const form = useCheckedForm<Values, Complaint>({
    resolver: zodResolver<Values, unknown, Complaint>(ComplaintSchema),
    defaultValues: initial,
  });
  const { control, handleSubmit } = form;
  const draft = useDraftedForm('complaints:new', form, initial);

  const submit = handleSubmit((complaint) => {
    const opened = openInNewTab(chatLink(number, complaintText(name, complaint)));
    setBlocked(!opened);
    setSent(opened ? true : undefined);
    if (opened) draft.startOver();
  });

  return (
    <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 4, maxWidth: 640 }}>
      {draft.restoredAt !== undefined && <Restored at={draft.restoredAt} onDiscard={draft.startOver} />}
      <FormText control={control} name="subject" label="Subject" />
      <Box sx={widePairStyle}>
        <FormSelect
          control={control}
          name="category"
          label="Category"
          options={categories}
          placeholder="Choose a category"
        />
        <FormSelect
          control={control}
          name="priority"
          label="Priority"
          options={priorities}
          placeholder="Choose a priority"
        />
      </Box>
      <FormText control={control} name="description" label="Description" multiline minRows={4} maxRows={12} />
      <Box sx={widePairStyle}>
        <FormText control={control} name="contactEmail" label="Contact Email" type="email" autoComplete="email" />
        <FormText control={control} name="contactPhone" label="Contact Phone" optional type="tel" autoComplete="tel" />
      </Box>
      {sent && (
        <Banner tone="success">Complaint Submitted Successfully! We&apos;ll get back to you within 24-48 hours.</Banner>
      )}
      {blocked && <Banner tone="error">Failed to open WhatsApp. Please try again.</Banner>}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained">
          Submit Complaint
        </Button>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 240px' }}>
          {number === null
            ? 'Opens WhatsApp in a new tab. No support number is configured: choose the recipient there.'
            : 'Opens a WhatsApp chat with the support in a new tab.'}
        </Typography>
      </Stack>
    </Stack>
  );
}

import Typography from '@mui/material/Typography';
import { type PayrollFormat, payrollValueLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton, useDeniedReason } from '../../../screens/actions/permission-button';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { Facts } from '../../../ui/facts';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SectionCard } from '../../../ui/section-card';
import { PayrollFormatForm } from './payroll-format-form';

const layoutLabels: Record<PayrollFormat['layout'], string> = {
  columns: 'A row per person',
  rows: 'A row per figure',
};

/** The columns of the month sheet as a file, and the form that changes them. */
export function PayrollFormatCard() {
  const denied = useDeniedReason('settings.edit');
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery(queryOf(api.monthSheets.payrollFormat));
  return (
    <SectionCard
      title="Payroll format"
      action={
        <ActionButton
          size="small"
          variant="outlined"
          color="inherit"
          disabled={!data}
          {...(denied !== undefined && { disabledReason: denied })}
          onClick={() => setEditing(true)}
        >
          Edit format
        </ActionButton>
      }
    >
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        The columns of the exported month sheet.
      </Typography>
      {data ? (
        <Facts
          facts={[
            { label: 'Layout', value: layoutLabels[data.layout] },
            { label: 'Overtime', value: data.time === 'hours' ? 'Decimal hours' : 'Minutes' },
            {
              label: 'Columns',
              wide: true,
              value: data.columns
                .map(({ value, header }) =>
                  header === payrollValueLabels[value] ? header : `${header} (${payrollValueLabels[value]})`,
                )
                .join(', '),
            },
          ]}
        />
      ) : (
        <NotLoaded query={{ error, refetch }} what="the payroll format" skeleton={80} />
      )}
      {editing && data && <PayrollFormatForm format={data} onClose={() => setEditing(false)} />}
    </SectionCard>
  );
}

import Link from '@mui/material/Link';
import { needsReference } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Banner } from '../../../components/banner';
import { FormText } from '../../../components/form/form-text';
import { paths } from '../../../config/paths';
import { formatDay, formatMoney } from '../../../lib/format';
import { transactionQueries } from '../transaction.queries';
import type { TransactionForm } from './use-transaction-form';

type ReferenceFieldProps = {
  form: TransactionForm;
  /** The entry that is edited, which is no duplicate of itself. */
  except?: string;
};

/** The bank's or the payer's number, which should not have been entered before: that is said, and stops nobody. */
export function ReferenceField({ form: { control, getValues }, except }: ReferenceFieldProps) {
  const [method, reference, laboratoryId] = useWatch({ control, name: ['paymentMethod', 'reference', 'laboratoryId'] });
  const [left, setLeft] = useState('');
  const typed = reference.trim();
  const query = { reference: typed, laboratoryId: laboratoryId || undefined, except };
  const asked = typed !== '' && typed === left;
  const { data: duplicates = [] } = useQuery({ ...transactionQueries.duplicates(query), enabled: asked });
  return (
    <div>
      <div onBlur={() => setLeft(getValues('reference').trim())}>
        <FormText
          control={control}
          name="reference"
          label="Reference"
          optional={method === '' || !needsReference(method)}
          help="The number that the bank or the payer gave it."
          autoComplete="off"
        />
      </div>
      {asked && duplicates.length > 0 && (
        <Banner tone="warning">
          This reference was entered before:
          {duplicates.map(({ _id, transactionNo, date, amountPaise }) => (
            <div key={_id} className="tabular">
              <Link href={`${paths.transactions}?entry=${_id}`} target="_blank" rel="noopener" color="inherit">
                {transactionNo}
              </Link>
              , {formatDay(date)}, {formatMoney(amountPaise)}
            </div>
          ))}
        </Banner>
      )}
    </div>
  );
}

import { AmountPaiseSchema } from '@shifa/contract';
import { useWatch } from 'react-hook-form';
import { FormMoney } from '../../../components/form/form-money';
import { formatMoney } from '../../../lib/format';
import { useFinancePolicy } from './use-finance-policy';
import type { TransactionForm } from './use-transaction-form';

/** The amount as people type it, and below it how it is read and what it entails. */
export function AmountField({ form }: { form: TransactionForm }) {
  const { control, getValues, trigger } = form;
  const [amountPaise, laboratoryId] = useWatch({ control, name: ['amountPaise', 'laboratoryId'] });
  const limit = useFinancePolicy(laboratoryId)?.approvalLimitPaise;
  const read = AmountPaiseSchema.safeParse(amountPaise).data;
  const tellUnreadable = () => {
    if (Number.isNaN(getValues('amountPaise'))) void trigger('amountPaise');
  };
  return (
    <div onBlur={tellUnreadable}>
      <FormMoney
        control={control}
        name="amountPaise"
        label="Amount"
        autoFocus
        help={
          read !== undefined && (
            <>
              <span className="tabular">{formatMoney(read)}</span>
              {limit !== undefined && read > limit && (
                <div>Above {formatMoney(limit)}: a super admin approves as well.</div>
              )}
            </>
          )
        }
      />
    </div>
  );
}

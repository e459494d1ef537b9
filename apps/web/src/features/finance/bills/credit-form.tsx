import type { EnterCreditBody, OrderBills, PurchaseOrder } from '@shifa/contract';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatMoney } from '../../../lib/format';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { useFieldFaults } from '../../../screens/form/use-field-faults';
import { MoneyInput } from '../../../screens/form/form-money';
import { SelectInput } from '../../../ui/fields/choice';
import { Field } from '../../../ui/fields/field';
import { transactionResource } from '../transaction.resource';
import { PaperFields } from './paper-fields';

type CreditFormProps = { order: PurchaseOrder; known: OrderBills; onClose: () => void };
type Numbered = { _id: string; number: string };

/** Enters the credit note of a supplier for goods that went back. */
export function CreditForm({ order, known: current, onClose }: CreditFormProps) {
  // What others credit meanwhile is refused by the server, so that nothing typed is lost.
  const [known] = useState(current);
  const { creditable, today } = known;
  const [chosenReturn, setChosenReturn] = useState(creditable[0]?.return._id ?? '');
  const [chosenBill, setChosenBill] = useState('');
  const [number, setNumber] = useState('');
  const [date, setDate] = useState('');
  // What was typed; until then, what the returned goods cost on the bill.
  const [typedPaise, setTypedPaise] = useState<number | null>();
  const ofReturn = creditable.filter((one) => one.return._id === chosenReturn);
  const pair = ofReturn.find(({ bill }) => bill._id === chosenBill) ?? ofReturn[0];
  const mostPaise = pair?.mostPaise ?? 0;
  const amountPaise = typedPaise === undefined ? mostPaise : typedPaise;
  const write = useWrite({
    send: (body: EnterCreditBody, given) => send(api.bills.enterCredit, { params: { id: order._id }, body }, given),
    success: ({ entry }) => `The credit note was entered as ${entry.transactionNo}`,
    stale: [keyOf(api.bills.ofOrder, { params: { id: order._id } }), ...transactionResource.staleKeys()],
    onSuccess: onClose,
  });
  const missing = {
    number: number.trim() === '' ? 'Credit note number is required' : undefined,
    date: date === '' ? 'Date is required' : date > today ? 'Must not be after today' : undefined,
    amountPaise: amountFault(amountPaise, mostPaise),
  };
  const { error, refusalOf, faultOf, check } = useFieldFaults(write, missing, ['returnId', 'billId']);
  return (
    <FormDrawer
      open
      title={`Credit note of ${order.supplier.name}`}
      verb="Enter credit note"
      dirty={number !== '' || date !== '' || typedPaise !== undefined}
      pending={write.isPending}
      onStop={write.stop}
      error={error}
      disabledReason={disabledReasonOf(current.actions.enterBill)}
      onSubmit={() => {
        if (!check() || !pair || amountPaise === null) return;
        write.mutate({ returnId: pair.return._id, billId: pair.bill._id, number, date, amountPaise });
      }}
      onClose={onClose}
    >
      <SelectInput
        label="Return"
        value={pair?.return._id ?? ''}
        options={numbered(creditable.map((one) => one.return))}
        error={refusalOf('returnId')}
        onChange={setChosenReturn}
      />
      <SelectInput
        label="Bill"
        value={pair?.bill._id ?? ''}
        options={numbered(ofReturn.map(({ bill }) => bill))}
        error={refusalOf('billId')}
        onChange={setChosenBill}
      />
      <PaperFields
        numberLabel="Credit note number"
        dateLabel="Date of the credit note"
        number={number}
        date={date}
        today={today}
        faultOf={faultOf}
        onNumber={setNumber}
        onDate={setDate}
      />
      <Field
        label="Amount"
        help={`With tax. At most ${formatMoney(mostPaise)} can be credited on this bill.`}
        error={faultOf('amountPaise')}
      >
        {(a11y) => <MoneyInput {...a11y} value={amountPaise} onChange={setTypedPaise} />}
      </Field>
    </FormDrawer>
  );
}

/** Each is offered once. */
function numbered(papers: readonly Numbered[]) {
  return [...new Map(papers.map(({ _id, number }) => [_id, { value: _id, label: number }])).values()];
}

function amountFault(amountPaise: number | null, mostPaise: number): string | undefined {
  if (amountPaise === null || !Number.isFinite(amountPaise)) return 'Enter an amount, such as 1,250.50';
  return amountPaise > mostPaise ? `At most ${formatMoney(mostPaise)} can be credited` : undefined;
}

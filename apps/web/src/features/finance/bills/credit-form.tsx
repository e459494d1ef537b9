import type { EnterCreditBody, OrderBills, PurchaseOrder } from '@shifa/contract';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatMoney } from '../../../lib/format';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { RestoredDraft } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { useFieldFaults } from '../../../screens/form/use-field-faults';
import { MoneyInput } from '../../../screens/form/form-money';
import { SelectInput } from '../../../ui/fields/choice';
import { Field } from '../../../ui/fields/field';
import { transactionResource } from '../transaction.resource';
import { billDrafts } from './bill.resource';
import { PaperFields } from './paper-fields';

type CreditFormProps = { order: PurchaseOrder; known: OrderBills; onClose: () => void };
type Numbered = { _id: string; number: string };
type Content = {
  chosenReturn: string;
  chosenBill: string;
  number: string;
  date: string;
  /** What was typed; until then, what the returned goods cost on the bill. */
  typedPaise?: number | null;
};

/** Enters the credit note of a supplier for goods that went back. */
export function CreditForm({ order, known: current, onClose }: CreditFormProps) {
  // What others credit meanwhile is refused by the server, so that nothing typed is lost.
  const [known] = useState(current);
  const { creditable, today } = known;
  const draft = useDraftedState<Content>(`${billDrafts.credit}:${order._id}`, {
    chosenReturn: creditable[0]?.return._id ?? '',
    chosenBill: '',
    number: '',
    date: '',
  });
  const { content, change } = draft;
  const { chosenReturn, chosenBill, number, date, typedPaise } = content;
  const ofReturn = creditable.filter((one) => one.return._id === chosenReturn);
  const pair = ofReturn.find(({ bill }) => bill._id === chosenBill) ?? ofReturn[0];
  const mostPaise = pair?.mostPaise ?? 0;
  const amountPaise = typedPaise === undefined ? mostPaise : typedPaise;
  const close = () => {
    draft.drop();
    onClose();
  };
  const write = useWrite({
    firstKey: draft.key,
    send: (body: EnterCreditBody, given) => send(api.bills.enterCredit, { params: { id: order._id }, body }, given),
    success: ({ entry }) => `The credit note was entered as ${entry.transactionNo}`,
    stale: [keyOf(api.bills.ofOrder, { params: { id: order._id } }), ...transactionResource.staleKeys()],
    onSuccess: close,
  });
  const missing = {
    // A restored draft can be for a return that someone else has credited meanwhile.
    returnId: pair ? undefined : 'Choose the return',
    number: number.trim() === '' ? 'Credit note number is required' : undefined,
    date: date === '' ? 'Date is required' : date > today ? 'Must not be after today' : undefined,
    amountPaise: pair && amountFault(amountPaise, mostPaise),
  };
  const { error, refusalOf, faultOf, check } = useFieldFaults(write, missing, ['billId']);
  return (
    <FormDrawer
      open
      title={`Credit note of ${order.supplier.name}`}
      verb="Enter credit note"
      dirty={draft.dirty}
      pending={write.isPending}
      onStop={write.stop}
      error={error}
      disabledReason={disabledReasonOf(current.actions.enterBill)}
      onSubmit={() => {
        if (!check() || !pair || amountPaise === null) return;
        write.mutate({ returnId: pair.return._id, billId: pair.bill._id, number, date, amountPaise });
      }}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={write} />
      <SelectInput
        label="Return"
        value={pair?.return._id ?? ''}
        options={numbered(creditable.map((one) => one.return))}
        error={faultOf('returnId')}
        onChange={(next) => change({ chosenReturn: next })}
      />
      <SelectInput
        label="Bill"
        value={pair?.bill._id ?? ''}
        options={numbered(ofReturn.map(({ bill }) => bill))}
        error={refusalOf('billId')}
        onChange={(next) => change({ chosenBill: next })}
      />
      <PaperFields
        numberLabel="Credit note number"
        dateLabel="Date of the credit note"
        number={number}
        date={date}
        today={today}
        faultOf={faultOf}
        onNumber={(next) => change({ number: next })}
        onDate={(next) => change({ date: next })}
      />
      <Field
        label="Amount"
        help={`With tax. At most ${formatMoney(mostPaise)} can be credited on this bill.`}
        error={faultOf('amountPaise')}
      >
        {(a11y) => <MoneyInput {...a11y} value={amountPaise} onChange={(next) => change({ typedPaise: next })} />}
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

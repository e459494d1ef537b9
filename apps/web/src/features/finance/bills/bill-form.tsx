import {
  type EnterBillInput,
  expenseCategories,
  type OrderBills,
  type PurchaseOrder,
  transactionCategoryLabels,
} from '@shifa/contract';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { RestoredDraft } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { useFieldFaults } from '../../../screens/form/use-field-faults';
import { MoneyInput } from '../../../screens/form/form-money';
import { SelectInput } from '../../../ui/fields/choice';
import { Field } from '../../../ui/fields/field';
import { Banner } from '../../../ui/feedback/banner';
import { ChosenReceipts, useChosenReceipts } from '../receipts/receipt-input';
import { UploadsDrawer, useReceiptUploads } from '../receipts/receipt-uploads';
import { transactionResource } from '../transaction.resource';
import { BilledLineFields } from './billed-line-fields';
import { BillTotal } from './bill-total';
import { Differences } from './bill-display';
import { billDrafts } from './bill.resource';
import {
  type BilledLines,
  faultsOfLine,
  isBilled,
  previewOf,
  toBilledLines,
  unbilledLines,
  withLine,
} from './bill-lines';
import { PaperFields } from './paper-fields';

type Category = NonNullable<EnterBillInput['category']>;
type Content = {
  lines: BilledLines;
  number: string;
  date: string;
  category: Category;
  freightPaise: number | null;
};
type BillFormProps = { order: PurchaseOrder; known: OrderBills; onClose: () => void };

const categories = expenseCategories.map((value) => ({ value, label: transactionCategoryLabels[value] }));

/** Enters the bill of an order, prefilled with what was received and not billed. The paper is attached to the entry. */
export function BillForm({ order, known: current, onClose }: BillFormProps) {
  // What others receive meanwhile does not change what is being typed.
  const [known] = useState(current);
  const draft = useDraftedState<Content>(`${billDrafts.bill}:${order._id}`, {
    lines: unbilledLines(known),
    number: '',
    date: '',
    category: 'reagents_consumables',
    freightPaise: null,
  });
  const { content, change } = draft;
  const { lines, number, date, category, freightPaise } = content;
  const [leaving, setLeaving] = useState(false);
  const chosen = useChosenReceipts();
  const receipts = useReceiptUploads();
  const close = () => {
    draft.drop();
    onClose();
  };
  const write = useWrite({
    firstKey: draft.key,
    send: (body: EnterBillInput, given) => send(api.bills.enter, { params: { id: order._id }, body }, given),
    success: ({ entry }) => `The bill was entered as ${entry.transactionNo}`,
    stale: [keyOf(api.bills.ofOrder, { params: { id: order._id } }), ...transactionResource.staleKeys()],
    onSuccess: ({ entry }) => {
      receipts.add(entry, chosen.files);
      draft.drop();
      if (chosen.files.length > 0) setLeaving(true);
      else onClose();
    },
  });
  const sent = toBilledLines(known, lines);
  const freight = freightPaise ?? 0;
  const { amounts, differences } = previewOf(known, lines, Number.isFinite(freight) ? freight : 0);
  const billed = Object.values(lines).filter(isBilled);
  const missing = {
    number: number.trim() === '' ? 'Bill number is required' : undefined,
    date: date === '' ? 'Date is required' : date > known.today ? 'Must not be after today' : undefined,
    lines: billed.length === 0 ? 'Enter the quantity of at least one line' : undefined,
    freightPaise: Number.isFinite(freight) ? undefined : 'Enter an amount, such as 1,250.50',
  };
  const ofLines = ['lines.quantity', 'lines.pricePaise', 'lines.gstRate'];
  const { tried, error, refusalOf, faultOf, check } = useFieldFaults(write, missing, ofLines);
  const linesFault = faultOf('lines');
  if (leaving) return <UploadsDrawer state={receipts} onClose={onClose} />;
  return (
    <FormDrawer
      open
      title={`Bill of ${order.supplier.name}`}
      verb="Enter bill"
      dirty={draft.dirty || chosen.files.length > 0}
      pending={write.isPending}
      onStop={write.stop}
      error={error}
      disabledReason={disabledReasonOf(current.actions.enterBill)}
      onSubmit={() => {
        const areLinesRight = billed.every((line) => Object.keys(faultsOfLine(line)).length === 0);
        if (check() && areLinesRight) write.mutate({ number, date, category, freightPaise: freight, lines: sent });
      }}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={write} />
      <PaperFields
        numberLabel="Bill number"
        dateLabel="Date of the bill"
        number={number}
        date={date}
        today={known.today}
        faultOf={faultOf}
        onNumber={(next) => change({ number: next })}
        onDate={(next) => change({ date: next })}
      />
      <SelectInput
        label="Category"
        value={category}
        options={categories}
        onChange={(next) => change({ category: next })}
      />
      {known.lines.map((line) => {
        const values = lines[line.lineId];
        const index = sent.findIndex(({ lineId }) => lineId === line.lineId);
        return (
          values && (
            <BilledLineFields
              key={line.lineId}
              line={line}
              values={values}
              faultOf={(field) =>
                refusalOf(`lines.${index}.${field}`) ?? (tried ? faultsOfLine(values)[field] : undefined)
              }
              onChange={(changed) => change({ lines: withLine(lines, line.lineId, changed) })}
            />
          )
        );
      })}
      <Field label="Freight" optional help="With its tax, if it has any." error={faultOf('freightPaise')}>
        {(a11y) => (
          <MoneyInput {...a11y} withZero value={freightPaise} onChange={(next) => change({ freightPaise: next })} />
        )}
      </Field>
      <BillTotal amounts={amounts} freightPaise={Number.isFinite(freight) ? freight : 0} gstKind={known.gstKind} />
      <Differences of={differences} intro="You can enter this bill, but no one can approve it yet:" />
      <ChosenReceipts chosen={chosen} />
      {linesFault !== undefined && <Banner tone="error">{linesFault}</Banner>}
    </FormDrawer>
  );
}

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
import { faultsOfLine, isBilled, previewOf, toBilledLines, unbilledLines, withLine } from './bill-lines';
import { PaperFields } from './paper-fields';

type Category = NonNullable<EnterBillInput['category']>;
type BillFormProps = { order: PurchaseOrder; known: OrderBills; onClose: () => void };

const categories = expenseCategories.map((value) => ({ value, label: transactionCategoryLabels[value] }));

/** Enters the bill of an order, prefilled with what was received and not billed. The paper is attached to the entry. */
export function BillForm({ order, known: current, onClose }: BillFormProps) {
  // What others receive meanwhile does not change what is being typed.
  const [known] = useState(current);
  const [suggested] = useState(() => unbilledLines(known));
  const [lines, setLines] = useState(suggested);
  const [number, setNumber] = useState('');
  const [date, setDate] = useState('');
  const [category, setCategory] = useState<Category>('reagents_consumables');
  const [freightPaise, setFreightPaise] = useState<number | null>(null);
  const [leaving, setLeaving] = useState(false);
  const chosen = useChosenReceipts();
  const receipts = useReceiptUploads();
  const write = useWrite({
    send: (body: EnterBillInput, given) => send(api.bills.enter, { params: { id: order._id }, body }, given),
    success: ({ entry }) => `The bill was entered as ${entry.transactionNo}`,
    stale: [keyOf(api.bills.ofOrder, { params: { id: order._id } }), ...transactionResource.staleKeys()],
    onSuccess: ({ entry }) => {
      receipts.add(entry, chosen.files);
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
  const isTyped = lines !== suggested || number !== '' || date !== '' || freightPaise !== null;
  const linesFault = faultOf('lines');
  if (leaving) return <UploadsDrawer state={receipts} onClose={onClose} />;
  return (
    <FormDrawer
      open
      title={`Bill of ${order.supplier.name}`}
      verb="Enter bill"
      dirty={isTyped || chosen.files.length > 0}
      pending={write.isPending}
      onStop={write.stop}
      error={error}
      disabledReason={disabledReasonOf(current.actions.enterBill)}
      onSubmit={() => {
        const areLinesRight = billed.every((line) => Object.keys(faultsOfLine(line)).length === 0);
        if (check() && areLinesRight) write.mutate({ number, date, category, freightPaise: freight, lines: sent });
      }}
      onClose={onClose}
    >
      <PaperFields
        numberLabel="Bill number"
        dateLabel="Date of the bill"
        number={number}
        date={date}
        today={known.today}
        faultOf={faultOf}
        onNumber={setNumber}
        onDate={setDate}
      />
      <SelectInput label="Category" value={category} options={categories} onChange={setCategory} />
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
              onChange={(change) => setLines(withLine(lines, line.lineId, change))}
            />
          )
        );
      })}
      <Field label="Freight" optional help="With its tax, if it has any." error={faultOf('freightPaise')}>
        {(a11y) => <MoneyInput {...a11y} withZero value={freightPaise} onChange={setFreightPaise} />}
      </Field>
      <BillTotal amounts={amounts} freightPaise={Number.isFinite(freight) ? freight : 0} gstKind={known.gstKind} />
      <Differences of={differences} intro="You can enter this bill, but no one can approve it yet:" />
      <ChosenReceipts chosen={chosen} />
      {linesFault !== undefined && <Banner tone="error">{linesFault}</Banner>}
    </FormDrawer>
  );
}

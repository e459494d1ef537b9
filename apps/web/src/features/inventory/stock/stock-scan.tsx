import Button from '@mui/material/Button';
import { type InventoryItem, type StockChangeType } from '@shifa/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { batchChoiceText } from '../inventory.messages';
import { describeScan, scannedValues } from '../scanning/scanned-values';
import { ScanBar } from '../scanning/scan-bar';
import { UnknownCode } from '../scanning/unknown-code';
import { type ScannedBox, useScan } from '../scanning/use-scan';
import type { StockValues } from './stock-values';
import type { StockChangeInput } from '@shifa/contract';

type StockScanProps = {
  form: UseFormReturn<StockValues, unknown, StockChangeInput>;
  item: InventoryItem;
  type: StockChangeType;
  /** What was scanned to open the form, by the camera if `camera` is set. */
  begun?: ScannedBox | undefined;
  /** Whether it has not been saved yet. */
  begins: boolean;
  camera?: boolean | undefined;
};

/** Fills the form of a stock change by scans: batch, expiry date and packs, with the cursor on the quantity. */
export function StockScan({ form, item, type, begun, begins, camera }: StockScanProps) {
  const [box, setBox] = useState<ScannedBox>();
  const [unusable, setUnusable] = useState(false);
  const [unknown, setUnknown] = useState<string>();
  const scan = useScan({
    itemId: item._id,
    onScan: (next) => {
      const { code, item: found, choices } = next.scan;
      if (!found && choices.length === 0 && code?.gtin != null) setUnknown(code.gtin);
      const current = form.getValues();
      const taken = scannedValues(next, current, { item, type, isDirty: form.formState.isDirty });
      setBox(next);
      setUnusable('isUnusable' in taken);
      if (taken.fault !== undefined) return taken.fault;
      for (const [field, value] of Object.entries(taken.values)) {
        form.setValue(field as keyof StockValues, value, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        });
      }
      form.setFocus('quantity', { shouldSelect: true });
      return undefined;
    },
  });
  const begin = useEffectEvent(() => {
    if (!begun || !begins) return;
    // A draft of the same form may be of the same box, which would then count twice.
    for (const [field, value] of Object.entries(nothing)) form.setValue(field as keyof StockValues, value);
    scan.begin(begun);
  });
  useEffect(() => {
    begin();
  }, []);
  const next = unusable ? box?.scan.next : undefined;
  const useNext = () => {
    form.setValue('batchId', '', { shouldDirty: true });
    scan.forget();
    setBox(undefined);
    form.setFocus('quantity', { shouldSelect: true });
  };
  return (
    <>
      <ScanBar
        onCode={scan.read}
        fault={scan.fault}
        done={box && describeDone(box)}
        inHand={camera ? (begun?.texts ?? []) : undefined}
        paused={unknown !== undefined}
        action={
          next && (
            <Button size="small" color="inherit" onClick={useNext}>
              {batchChoiceText(next.batchNumber, next.lastUsableDay)}
            </Button>
          )
        }
      />
      {unknown !== undefined && (
        <UnknownCode
          gtin={unknown}
          likely={item}
          onClose={() => setUnknown(undefined)}
          onRemembered={() => {
            const texts = box?.texts ?? [];
            setUnknown(undefined);
            scan.forget();
            texts.forEach((text) => scan.read(text));
          }}
        />
      )}
    </>
  );
}

const nothing = { quantity: null, pack: '', batchId: '', batchNumber: '', expiryDate: '' };

function describeDone({ scan, step }: ScannedBox): string {
  const what = describeScan(scan);
  const byBestBefore = scan.code !== null && scan.code.expiryDate === null && scan.code.bestBefore !== null;
  if (step === 'again') return `${what} · one pack more`;
  return byBestBefore ? `${what} · the best-before date serves as the expiry date` : what;
}

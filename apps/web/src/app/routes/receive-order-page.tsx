import { useState } from 'react';
import { ScanBar } from '../../features/inventory/scanning/scan-bar';
import { describeScan } from '../../features/inventory/scanning/scanned-values';
import { useScan } from '../../features/inventory/scanning/use-scan';
import { ReceivePage, type Scanner } from '../../features/purchasing/receipts/receive-page';

/** Goods of an order, counted by the scanner of the inventory. */
export function ReceiveOrderPage() {
  return <ReceivePage Scanner={BoxScanner} />;
}

const BoxScanner: Scanner = ({ laboratoryId, onBox }) => {
  const [done, setDone] = useState<string>();
  const { read, fault } = useScan({
    laboratoryId,
    onScan: (box) => {
      const refused = onBox(box);
      const more = box.step === 'again' ? ' · one pack more' : '';
      setDone(refused === undefined ? describeScan(box.scan) + more : undefined);
      return refused;
    },
  });
  return <ScanBar onCode={read} fault={fault} done={done} />;
};

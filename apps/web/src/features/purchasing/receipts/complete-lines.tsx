import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { acceptableOf, type PurchaseOrder, type PurchaseOrderLine } from '@shifa/contract';
import { useEffect, useRef, useState } from 'react';
import { nothingOutstandingText } from '../purchasing.messages';
import { ReceivedLine } from './received-line';
import { type Entries, type LineEntry, surplusEntry } from './received-lines';

type CompleteLinesProps = {
  order: Pick<PurchaseOrder, 'lines' | 'limits'>;
  entries: Entries;
  faultOf: (lineId: string, field: string) => string | undefined;
  onChange: (lineId: string, entry: LineEntry) => void;
};

/** The lines of which nothing is outstanding, of which more may arrive nevertheless. */
export function CompleteLines({ order: { lines, limits }, entries, faultOf, onChange }: CompleteLinesProps) {
  const complete = lines.filter(({ outstanding }) => outstanding === 0);
  return complete.map((line) => {
    const acceptable = acceptableOf(line, limits.overDeliveryPercent);
    return (
      <CompleteLine
        key={line._id}
        line={line}
        acceptable={acceptable}
        entry={entries[line._id]}
        faultOf={(field) => faultOf(line._id, field)}
        onChange={(entry) => onChange(line._id, entry)}
      />
    );
  });
}

type CompleteLineProps = {
  line: PurchaseOrderLine;
  acceptable: number;
  entry: LineEntry | undefined;
  faultOf: (field: string) => string | undefined;
  onChange: (entry: LineEntry) => void;
};

function CompleteLine({ line, acceptable, entry, faultOf, onChange }: CompleteLineProps) {
  const { item } = line;
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (opened) place.current?.querySelector('input')?.focus();
  }, [opened]);
  if (entry) {
    return (
      <div ref={place}>
        <ReceivedLine line={line} acceptable={acceptable} entry={entry} faultOf={faultOf} onChange={onChange} />
      </div>
    );
  }
  return (
    <Stack
      component="section"
      direction="row"
      aria-label={item.name}
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 3, borderTop: 1, borderColor: 'divider', pt: 4 }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {item.name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {nothingOutstandingText(acceptable, item.unit)}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        aria-label={`More of ${item.name} arrived`}
        onClick={() => {
          onChange(surplusEntry(acceptable));
          setOpened(true);
        }}
      >
        More arrived
      </Button>
    </Stack>
  );
}

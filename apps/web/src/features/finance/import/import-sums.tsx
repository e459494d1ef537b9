import Typography from '@mui/material/Typography';
import type { TransactionImport } from '@shifa/contract';
import { Facts } from '../../../components/facts';
import { formatMoney } from '../../../lib/format';

type ImportSumsProps = { sums: Pick<TransactionImport, 'incomePaise' | 'expensePaise'> };

/** What a file adds up to, to be compared with the paper. */
export function ImportSums({ sums }: ImportSumsProps) {
  return (
    <div>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        The sums of the file, to be compared with the paper:
      </Typography>
      <Facts
        facts={[
          { label: 'Income', value: formatMoney(sums.incomePaise) },
          { label: 'Expense', value: formatMoney(sums.expensePaise) },
        ]}
      />
    </div>
  );
}

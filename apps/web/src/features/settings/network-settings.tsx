import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { AmountTable } from '../../ui/amount-table';
import { NoLaboratoryYet } from '../../screens/laboratory-in-view';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Facts } from '../../ui/facts';
import { LaboratoryExtensions } from '../../screens/detail/laboratory-extensions';
import { SectionCard } from '../../ui/section-card';
import { valueAt } from '../../screens/form/described-field';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import type { DataOf } from '../../data/queries';
import { withQuery } from '../../lib/with-query';
import { networkSettings } from './network.queries';
import { RetentionCard } from './retention-card';
import { SecondFactorPolicyCard } from './second-factor-policy-card';

/** For those who manage the whole network: the rules that only they set, what is kept how long, and the environment. */
export function NetworkSettings() {
  const { data, error, refetch } = useQuery(networkSettings);
  if (!data) return <NotLoaded query={{ error, refetch }} what="the settings" skeleton={320} />;
  return (
    <>
      <SectionCard title="Rules that only super admins change">
        <LaboratoryRules laboratories={data.laboratories} />
      </SectionCard>
      <SecondFactorPolicyCard policy={data.secondFactor} />
      <RetentionCard retention={data.retention} />
      <SectionCard title="Environment">
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          Set by the operator through environment variables.
        </Typography>
        <Facts facts={data.variables.map(({ name, value }) => ({ label: name, value: value ?? 'Not set' }))} />
      </SectionCard>
    </>
  );
}

/** A row for each laboratory; its name leads to where its rules are rehearsed and changed. */
function LaboratoryRules({ laboratories }: Pick<DataOf<typeof api.network.settings>, 'laboratories'>) {
  const rules = use(LaboratoryExtensions).flatMap(({ policies }) => policies.filter(({ networkOnly }) => networkOnly));
  if (laboratories.length === 0) return <NoLaboratoryYet />;
  return (
    <AmountTable title="Rules by laboratory">
      <table>
        <thead>
          <tr>
            <th scope="col">Laboratory</th>
            {rules.map(({ path, label }) => (
              <th key={path} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {laboratories.map((laboratory) => (
            <tr key={laboratory._id}>
              <th scope="row">
                <Link component={RouterLink} to={withQuery(paths.settingsLaboratory, { laboratoryId: laboratory._id })}>
                  {laboratory.name}
                </Link>
              </th>
              {rules.map(({ path, format, blank }) => (
                <td key={path}>{format(valueAt(laboratory, path)) ?? blank}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </AmountTable>
  );
}

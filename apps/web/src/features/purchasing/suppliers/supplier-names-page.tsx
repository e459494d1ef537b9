import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { plural, type SupplierLink, type SupplierProposal, supplierStatusLabels } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { queryOf, send } from '../../../data/queries';
import { usePermission, useUser } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import { useWrite } from '../../../data/use-write';
import { formatCount } from '../../../lib/format';
import { BackLink } from '../../../screens/back-link';
import { Combobox } from '../../../ui/fields/combobox';
import { TextInput } from '../../../ui/fields/text-input';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageHeader } from '../../../ui/page-header';
import { SectionCard } from '../../../ui/section-card';
import { undoToast } from '../../../ui/undo-toast';
import { supplierResource } from './supplier.resource';
import { staleAfterLink, useUndoLink } from './use-undo-link';
import { LaboratoryChoice } from '../../../screens/choices/laboratory-choice';

const NamesState = z.object({ laboratoryId: z.string().optional() });

/** The texts on items that name suppliers, grouped, to be turned into suppliers one group at a time. */
export function SupplierNamesPage() {
  const [{ laboratoryId }, change] = useUrlState(NamesState);
  const seesNetwork = usePermission('suppliers.create').scope === 'all';
  const own = useUser().laboratoryId?._id;
  const chosen = seesNetwork ? laboratoryId : own;
  return (
    <>
      <BackLink to={paths.suppliers}>Suppliers</BackLink>
      <PageHeader
        title="Supplier names on items"
        subtitle="Some items have only a supplier name. Link each name to a supplier."
      />
      {seesNetwork && (
        <Box sx={{ mb: 4 }}>
          <LaboratoryChoice value={laboratoryId} onChange={(id) => change({ laboratoryId: id })} />
        </Box>
      )}
      {chosen === undefined ? (
        <EmptyState>Choose a laboratory to see the supplier names on its items.</EmptyState>
      ) : (
        <Proposals key={chosen} laboratoryId={chosen} />
      )}
    </>
  );
}

function Proposals({ laboratoryId }: { laboratoryId: string }) {
  const query = useQuery(queryOf(api.suppliers.proposals, { query: { laboratoryId } }));
  const [links, setLinks] = useState<readonly SupplierLink[]>([]);
  const undo = useUndoLink();
  const takeBack = (link: SupplierLink) =>
    undo.mutate(link, { onSuccess: () => setLinks((all) => all.filter(({ _id }) => _id !== link._id)) });
  const linked = (link: SupplierLink) => {
    setLinks((all) => [link, ...all]);
    const more = link.remaining > 0 ? ` ${formatCount(link.remaining)} more have the same names.` : '';
    undoToast(`${itemsText(link.items)} linked to ${link.supplier.name}.${more}`, () => takeBack(link), 'success');
  };
  if (!query.data) return <NotLoaded query={query} what="the names" skeleton={320} />;
  const { proposals, groups, incomplete } = query.data;
  return (
    <Stack sx={{ gap: 4 }}>
      {links.length > 0 && (
        <SectionCard title="Linked now">
          {links.map((link) => (
            <Stack
              key={link._id}
              direction="row"
              sx={{ gap: 3, alignItems: 'center', justifyContent: 'space-between' }}
            >
              <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {itemsText(link.items)}, {link.supplier.name}
              </Typography>
              <Button loading={undo.isPending} onClick={() => takeBack(link)} aria-label={`Undo ${link.supplier.name}`}>
                Undo
              </Button>
            </Stack>
          ))}
        </SectionCard>
      )}
      {incomplete && (
        <Banner tone="warning">
          There are too many different names to compare all of them. Link these, and the others follow.
        </Banner>
      )}
      {proposals.length === 0 && <EmptyState>Every item that names a supplier is linked to one.</EmptyState>}
      {proposals.map((proposal) => (
        <ProposalCard
          key={`${proposal.key} ${proposal.items} ${proposal.supplier?._id ?? ''}`}
          proposal={proposal}
          laboratoryId={laboratoryId}
          onLinked={linked}
        />
      ))}
      {groups > proposals.length && (
        <Typography variant="body2" color="textSecondary">
          {formatCount(groups - proposals.length)} more names follow once these are linked.
        </Typography>
      )}
    </Stack>
  );
}

type ProposalProps = {
  proposal: SupplierProposal;
  laboratoryId: string;
  onLinked: (link: SupplierLink) => void;
};

function ProposalCard({ proposal, laboratoryId, onLinked }: ProposalProps) {
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const [supplierId, setSupplierId] = useState(proposal.supplier?._id ?? null);
  const [name, setName] = useState(proposal.name);
  const accepted = proposal.texts.filter(({ text }) => !rejected.has(text));
  const items = accepted.reduce((sum, one) => sum + one.items, 0);
  const accept = useWrite({
    send: (_, given) =>
      send(
        api.suppliers.accept,
        {
          body: {
            laboratoryId,
            texts: accepted.map(({ text }) => text),
            items,
            ...(supplierId === null ? { name } : { supplierId }),
          },
        },
        given,
      ),
    stale: staleAfterLink,
    onSuccess: onLinked,
  });
  const toggle = (text: string) =>
    setRejected((all) => new Set(all.has(text) ? [...all].filter((one) => one !== text) : [...all, text]));
  return (
    <SectionCard title={proposal.name}>
      <Stack sx={{ gap: 3 }}>
        <Stack
          component="fieldset"
          sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}
          aria-label={`Names like ${proposal.name}`}
        >
          {proposal.texts.map((one) => (
            <FormControlLabel
              key={one.text}
              control={<Checkbox checked={!rejected.has(one.text)} onChange={() => toggle(one.text)} />}
              label={`${one.text} (${itemsText(one.items)})`}
              sx={{ overflowWrap: 'anywhere' }}
            />
          ))}
        </Stack>
        <SupplierChoice proposal={proposal} value={supplierId} onChange={setSupplierId} laboratoryId={laboratoryId} />
        {supplierId === null && (
          <TextInput label="Name of the new supplier" value={name} onChange={setName} inputProps={{ maxLength: 120 }} />
        )}
        {accept.fault !== undefined && <Banner tone="error">{accept.fault}</Banner>}
        <div>
          <Button
            variant="contained"
            disabled={items === 0 || (supplierId === null && name.trim().length < 2)}
            loading={accept.isPending}
            onClick={() => accept.mutate()}
          >
            Link {itemsText(items)}
          </Button>
        </div>
      </Stack>
    </SectionCard>
  );
}

type SupplierChoiceProps = {
  proposal: SupplierProposal;
  laboratoryId: string;
  value: string | null;
  onChange: (id: string | null) => void;
};

/** An existing supplier; without one, a new supplier is created. */
function SupplierChoice({ proposal: { supplier }, laboratoryId, value, onChange }: SupplierChoiceProps) {
  const [typed, setTyped] = useState('');
  const search = typed.trim() === '' ? undefined : typed.trim();
  const { data } = useQuery({
    ...supplierResource.page({ search, laboratoryId: [laboratoryId], limit: 20 }),
    placeholderData: keepPreviousData,
  });
  const [last, setLast] = useState(supplier && { value: supplier._id, label: `${supplier.name} (${supplier.code})` });
  const options = (data?.data ?? []).map(({ _id, name, code, status }) => ({
    value: _id,
    label: `${name} (${code})`,
    disabledReason: status === 'blocked' ? supplierStatusLabels.blocked : undefined,
  }));
  return (
    <Combobox
      label="Supplier"
      optional
      help="Leave blank to create a new supplier."
      options={options}
      value={options.find((option) => option.value === value) ?? (last?.value === value ? last : null)}
      onChange={(option) => {
        setLast(option);
        onChange(option?.value ?? null);
      }}
      onText={(text, reason) => setTyped(reason === 'input' ? text : '')}
      foundFor={search}
    />
  );
}

function itemsText(count: number): string {
  return plural(count, '1 item', `${formatCount(count)} items`);
}

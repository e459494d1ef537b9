import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  auditEntities,
  auditEntityLabels,
  type AuditLogEntry,
  AuditLogQuery,
  BusinessDaySchema,
  IdSchema,
  type SheetFormat,
  plural,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { EmptyDish } from '../../ui/drawings';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Choice } from '../../ui/fields/choice';
import { PageTurner } from '../../screens/list/page-turner';
import { RelativeTime } from '../../ui/relative-time';
import { ChangeLines } from '../../screens/form/change-lines';
import { type DescribedChange } from '../../screens/form/describe-changes';
import { api } from '../../data/api';
import { pageQuery } from '../../data/queries';
import { useFileExport } from '../../data/use-file-export';
import { useExistingPage, useUrlState } from '../../data/use-url-state';
import { actionText, fieldText, valueText } from './audit-text';
import { dayRangeFilter } from '../../screens/list/range-filter';
import { LaboratoryFilter } from '../../screens/report/period-chooser';

/** The list in the address bar. */
const AuditState = z.object({
  entity: z.enum(auditEntities).optional(),
  entityId: IdSchema.optional(),
  action: AuditLogQuery.shape.action,
  by: IdSchema.optional(),
  laboratoryId: IdSchema.optional(),
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  page: z.coerce.number<number>().int().min(1).default(1),
});
type AuditState = z.output<typeof AuditState>;

const noFilter: Partial<AuditState> = Object.fromEntries(
  Object.keys(AuditState.shape).map((field) => [field, undefined]),
);

/** Who changed what and when, with each field before and after. */
export function AuditLog() {
  const [state, change] = useUrlState(AuditState);
  const query = useQuery(pageQuery(api.audit.list, { query: { ...state, limit: 20 } }));
  useExistingPage(query);
  return (
    <>
      <Filters state={state} onChange={(patch) => change({ page: 1, ...patch })} />
      {!query.data && <NotLoaded query={query} what="the audit log" skeleton={320} />}
      {query.data?.data.length === 0 && (
        <EmptyState
          drawing={<EmptyDish />}
          action={
            <Button variant="outlined" color="inherit" onClick={() => change(noFilter)}>
              Clear filters
            </Button>
          }
        >
          No changes match these filters
        </EmptyState>
      )}
      {query.data && query.data.data.length > 0 && (
        <>
          <Card component="ul" aria-label="Changes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {query.data.data.map((entry) => (
              <Entry key={entry._id} entry={entry} onNarrow={(patch) => change({ ...patch, page: 1 })} />
            ))}
          </Card>
          <PageTurner
            pagination={query.data.pagination}
            things={{ one: 'change', many: 'changes' }}
            onPage={(page) => change({ page })}
          />
        </>
      )}
    </>
  );
}

type FiltersProps = { state: AuditState; onChange: (patch: Partial<AuditState>) => void };

function Filters({ state, onChange }: FiltersProps) {
  const { page: _, ...filter } = state;
  const narrowed = narrowings.filter(({ field }) => state[field] !== undefined);
  const { save, pending } = useFileExport({
    fetch: (format: SheetFormat, waitMs) => api.audit.export.query({ query: { ...filter, format }, waitMs }),
    fileName: (format) => `audit.${format}`,
    failed: "Couldn't export the audit log",
  });
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 3, mb: 4, flexWrap: 'wrap', alignItems: 'end' }}>
      <Choice
        label="About"
        value={state.entity ?? ''}
        options={[
          { value: '', label: 'Everything' },
          ...auditEntities.map((value) => ({ value, label: auditEntityLabels[value] })),
        ]}
        onChange={(value) =>
          onChange({ entity: auditEntities.find((entity) => entity === value), entityId: undefined, action: undefined })
        }
      />
      <LaboratoryFilter
        permission="settings.audit"
        value={state.laboratoryId}
        onChange={(laboratoryId) => onChange({ laboratoryId })}
      />
      <Box sx={{ flex: { xs: '1 0 100%', sm: '0 1 320px' } }}>
        {dayRangeFilter({ label: 'Days', from: state.from, to: state.to, onChange }).fields}
      </Box>
      {narrowed.map(({ field, all }) => (
        <Button key={field} color="inherit" variant="outlined" onClick={() => onChange({ [field]: undefined })}>
          {all}
        </Button>
      ))}
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', ml: { sm: 'auto' } }}>
        <Button color="inherit" variant="outlined" loading={pending} onClick={() => save('xlsx')}>
          Export Excel
        </Button>
        <Button color="inherit" variant="outlined" loading={pending} onClick={() => save('csv')}>
          Export CSV
        </Button>
      </Stack>
    </Stack>
  );
}

/** What is chosen in a row rather than in a filter, and what takes it back. */
const narrowings = [
  { field: 'entityId', all: 'Show all documents' },
  { field: 'action', all: 'Show all actions' },
  { field: 'by', all: 'Show everyone' },
] as const;

type EntryProps = { entry: AuditLogEntry; onNarrow: (patch: Partial<AuditState>) => void };

function Entry({ entry, onNarrow }: EntryProps) {
  const { by, action, entity, entityId, name, laboratory, at, changes } = entry;
  const label = new Map<string, string>(Object.entries(auditEntityLabels)).get(entity) ?? entity;
  return (
    <Box component="li" sx={{ p: 4, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Typography sx={{ fontWeight: 500 }}>
          <NarrowLink title="Show only this document" onClick={() => onNarrow({ entityId })}>
            {/* With its colon, which would begin a line after a long name. */}
            {name ? `${label} ${name}:` : `${label}:`}
          </NarrowLink>{' '}
          <NarrowLink title="Show only this action" onClick={() => onNarrow({ action })}>
            {actionText(action)}
          </NarrowLink>
        </Typography>
        <Typography variant="body2" color="textSecondary" component="span">
          {by?._id ? (
            <NarrowLink title="Show only this person" onClick={() => onNarrow({ by: by._id ?? undefined })}>
              {by.name}
            </NarrowLink>
          ) : (
            (by?.name ?? 'System')
          )}
          {laboratory && ` · ${laboratory.name}`} · <RelativeTime instant={at} />
        </Typography>
      </Stack>
      {changes.length > 0 && (
        <details>
          <summary>{plural(changes.length, '1 field', `${changes.length} fields`)}</summary>
          <ChangeLines changes={changes.map(describeChange)} />
        </details>
      )}
    </Box>
  );
}

function describeChange({ field, before, after, entries }: AuditLogEntry['changes'][number]): DescribedChange {
  const label = fieldText(field);
  if (!entries) return { kind: 'value', label, before: valueText(field, before), after: valueText(field, after) };
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.flatMap((entry: unknown) => valueText(field, entry) ?? []) : [];
  return { kind: 'members', label, added: texts(after), removed: texts(before), changed: [] };
}

type NarrowLinkProps = { title: string; onClick: () => void; children: ReactNode };

/** A part of a row that limits the list to its like. */
function NarrowLink({ title, onClick, children }: NarrowLinkProps) {
  return (
    <MuiLink
      component="button"
      type="button"
      color="inherit"
      underline="hover"
      title={title}
      onClick={onClick}
      sx={{ font: 'inherit', textAlign: 'start' }}
    >
      {children}
    </MuiLink>
  );
}

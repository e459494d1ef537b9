import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../data/api';
import { keyOf, type QueryOf } from '../../../data/queries';
import { capitalized } from '../../../lib/format';

export type Recipient = {
  value: string;
  label: string;
  /** Below the name: the laboratory of a person, the city of a laboratory. */
  detail: string;
  /** Why it cannot be chosen. */
  disabledReason?: string;
};

/** The rows of a list, in any of the forms that servers give them: below `data`, below their own name, or bare. */
function rowsIn(body: unknown, name: 'laboratories' | 'users'): Readonly<Record<string, unknown>>[] {
  const candidates = [field(body, 'data'), field(body, name), body, field(field(body, 'data'), name)];
  return (candidates.find(Array.isArray) ?? []).filter(isRecord);
}

/** What can be chosen; rows without an id or a name cannot. */
export function recipientsIn(body: unknown, name: 'laboratories' | 'users'): Recipient[] {
  return rowsIn(body, name).flatMap((row) => {
    const [value, label] = [textOf(row['_id']) || textOf(row['id']), textOf(row['name'])];
    if (value === '' || label === '') return [];
    const code = textOf(row[name === 'users' ? 'employeeCode' : 'code']);
    const place = name === 'users' ? field(row['laboratoryId'], 'name') : field(row['location'], 'city');
    const status = textOf(row['status']);
    return {
      value,
      label: code === '' ? label : `${label} (${code})`,
      detail: textOf(place),
      ...(status !== '' && status !== 'active' && { disabledReason: `${capitalized(status)}, gets no notifications` }),
    };
  });
}

/** How many people are offered; the others are found by typing. */
const OFFERED = 20;

/** People within the viewer's reach, of one laboratory if it is given. A failure gives an empty list. */
export function people(filter: { laboratoryId?: string; search?: string }) {
  const query: NonNullable<QueryOf<typeof api.staff.options>> = { ...filter, limit: OFFERED };
  return choices([...keyOf(api.staff.options, { query }), 'recipients'], 'users', (signal) =>
    bodyOf(api.staff.options.query({ query, fetchOptions: { signal } })),
  );
}

export const laboratories = choices([...keyOf(api.laboratories.options), 'recipients'], 'laboratories', (signal) =>
  bodyOf(api.laboratories.options.query({ fetchOptions: { signal } })),
);

function choices(
  queryKey: readonly unknown[],
  name: 'laboratories' | 'users',
  fetchBody: (signal: AbortSignal) => Promise<unknown>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => recipientsIn(await fetchBody(signal), name),
    // Loaded whenever the dialog opens.
    staleTime: 0,
  });
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

import type { CSSObject, Theme } from '@mui/material/styles';
import { IdSchema } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Query } from '../../data/queries';
import { useUrlState } from '../../data/use-url-state';

const Linked = z.object({ item: IdSchema.optional() });

/**
 * The document that a link names with `?item=…`, as notices do: a list shows it first, even if it is on another page or
 * has ended since. Undefined without such a link, and for a document that is gone or not the viewer's.
 */
export function useLinkedRow<Row>(resource: { detail: (id: string) => Query<Row> }): Row | undefined {
  const [{ item }] = useUrlState(Linked);
  return useQuery({ ...resource.detail(item ?? ''), enabled: item !== undefined }).data;
}

/** The rows with the linked one first. */
export function withFirst<Row extends { _id: string }>(first: Row | undefined, rows: readonly Row[]): readonly Row[] {
  return first ? [first, ...rows.filter(({ _id }) => _id !== first._id)] : rows;
}

/** The look of the linked row, which has `aria-current`: its shade reaches beyond its text, which stays in line with the others. */
export function linkedRowStyle(theme: Theme): CSSObject {
  return { backgroundColor: theme.vars.palette.action.hover, borderRadius: 8, padding: 12, marginInline: -12 };
}

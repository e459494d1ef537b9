import { type CopiedField, copyOf, type Laboratory } from '@shifa/contract';
import type { LaboratoryExtension } from '../../../screens/detail/laboratory-extensions';
import { type DescribedChange, describeChanges } from '../../../screens/form/describe-changes';
import { valueAt } from '../../../screens/form/described-field';
import { laboratoryFields } from '../laboratory.fields';

/** Fields that are chosen together, and how the laboratory would differ from what it is. */
export type CopyPart = { title: string; fields: CopiedField[]; changes: DescribedChange[]; affectsApprovals: string[] };

type Copyable = { path: CopiedField; part: string; networkOnly: boolean; affectsApprovals?: string };

const calendar: readonly Copyable[] = [
  { path: 'workingHours', part: 'Week', networkOnly: true },
  { path: 'weeklyOff', part: 'Week', networkOnly: true },
  { path: 'holidays', part: 'Holidays', networkOnly: true },
];

/** In which parts a laboratory differs from another one, as far as the viewer may change them. */
export function copyParts(
  extensions: readonly LaboratoryExtension[],
  source: Laboratory,
  target: Laboratory,
  year: number,
): CopyPart[] {
  const described = laboratoryFields(extensions);
  const policies = extensions.flatMap(({ title, policies: own }) =>
    own.map((policy): Copyable => ({ ...policy, part: policy.part ?? title })),
  );
  const parts = new Map<string, CopyPart>();
  for (const { path, part: title, networkOnly, affectsApprovals } of [...calendar, ...policies]) {
    if (networkOnly && !target.actions.editNetworkFields?.allowed) continue;
    const copied = copyOf(source, target, { fields: [path], year });
    const change = { field: path, before: valueAt(target, path), after: valueAt(copied, path) };
    const changes = describeChanges(described, [change]);
    if (changes.length === 0) continue;
    const part = parts.get(title) ?? { title, fields: [], changes: [], affectsApprovals: [] };
    part.fields.push(path);
    part.changes.push(...changes);
    if (affectsApprovals !== undefined) part.affectsApprovals.push(affectsApprovals);
    parts.set(title, part);
  }
  return [...parts.values()];
}

/** The years for which a laboratory has holidays, the latest first. */
export function holidayYears({ holidays }: Laboratory): number[] {
  return [...new Set(holidays.map(({ date }) => Number(date.slice(0, 4))))].sort((a, b) => b - a);
}

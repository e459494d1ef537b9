import { get } from 'react-hook-form';
import { type LaboratoryField, laboratoryFields, type LaboratoryValues } from '../laboratory.fields';
import { isSame } from './laboratory-values';

type EditableField = LaboratoryField & { path: Exclude<LaboratoryField['path'], 'status'> };

/** A field in which the saved version and the form say different things. */
export type Difference = {
  path: EditableField['path'];
  label: string;
  theirs: unknown;
  yours: unknown;
  /** Both in words, for the person who decides. */
  words: { theirs: string; yours: string };
  /** Who is heard unless the person decides otherwise: whoever changed the field, and the person where both did. */
  keep: 'theirs' | 'yours';
};

const isEditable = (field: LaboratoryField): field is EditableField => field.path !== 'status';

/**
 * Compares what a form was opened with, what someone else saved meanwhile and what was typed. Fields that agree are
 * not listed.
 */
export function differencesOf(base: LaboratoryValues, theirs: LaboratoryValues, yours: LaboratoryValues): Difference[] {
  return laboratoryFields.filter(isEditable).flatMap(({ path, label, words }) => {
    const [before, their, your] = [base, theirs, yours].map((values): unknown => get(values, path));
    if (isSame(their, your)) return [];
    const inWords = (value: unknown) => words(value) ?? 'Nothing';
    return [
      {
        path,
        label,
        theirs: their,
        yours: your,
        words: { theirs: inWords(their), yours: inWords(your) },
        keep: isSame(before, your) ? 'theirs' : 'yours',
      } as const,
    ];
  });
}

/**
 * Who sets a field of a document: `editor`, anyone who can edit the document, also where it is their own; `above`, only
 * someone whose own work the field does not concern, with a higher role; any other name, a rule of the document itself.
 */
export type FieldSetter<Other extends string = never> = 'editor' | 'above' | Other;

type SetterTree = { readonly [Field in string]?: string | SetterTree };

/** Each classified field by its path, such as `policies.attendance.graceLateMinutes`, with who sets it. */
export function fieldSetters(tree: SetterTree, parent = ''): [path: string, setter: string][] {
  return Object.entries(tree).flatMap(([field, setter]): [string, string][] => {
    if (setter === undefined) return [];
    return typeof setter === 'string' ? [[parent + field, setter]] : fieldSetters(setter, `${parent}${field}.`);
  });
}

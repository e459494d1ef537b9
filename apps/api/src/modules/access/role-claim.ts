import { type Role, roles } from '@shifa/contract';

export type RoleSettings = {
  /** A claim, or the way to one within others, such as `realm_access.roles`. */
  claim: string;
  /** The scope that the provider needs to be asked for, to send the claim. */
  scope?: string | undefined;
  /** Never `super_admin`. */
  byValue: ReadonlyMap<string, MappedRole>;
};

export type MappedRole = Exclude<Role, 'super_admin'>;

/**
 * The value of a claim by its name, or by the way to it within other claims. The whole name first, because names of
 * claims can be addresses.
 */
export function valueOf(claims: object, name: string): unknown {
  if (Object.hasOwn(claims, name)) return (claims as Record<string, unknown>)[name];
  return name.split('.').reduce<unknown>((within, part) => {
    const isObject = typeof within === 'object' && within !== null && !Array.isArray(within);
    return isObject && Object.hasOwn(within, part) ? (within as Record<string, unknown>)[part] : undefined;
  }, claims);
}

/** The highest of the roles that the values of the claim have here: one text, or a list of them. */
export function roleIn(claim: unknown, { byValue }: Pick<RoleSettings, 'byValue'>): MappedRole | undefined {
  const given: unknown[] = Array.isArray(claim) ? claim : [claim];
  const found = new Set(given.map((value) => (typeof value === 'string' ? byValue.get(value) : undefined)));
  return roles.find((role): role is MappedRole => role !== 'super_admin' && found.has(role));
}

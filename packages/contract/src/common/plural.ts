const rules = new Intl.PluralRules('en-US');

/**
 * The form of a text that the count needs. Both forms are whole texts, so that a language with other rules can replace
 * them: `plural(count, '1 item was saved', '12 items were saved')`.
 */
export function plural<One, Other>(count: number, one: One, other: Other): One | Other {
  return rules.select(Math.abs(count)) === 'one' ? one : other;
}

import pluralize from 'pluralize';

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Every form of a noun that the templates use; `plural` in kebab case: `purchase-orders`. */
export function namesOf(plural) {
  const kebabs = pluralize.plural(plural);
  const kebab = pluralize.singular(plural);
  const pascalOf = (text) => text.split('-').map(capitalized).join('');
  const camelOf = (text) => text.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
  const wordsOf = (text) => text.replaceAll('-', ' ');
  const article = /^[aeiou]/.test(kebab) ? 'an' : 'a';
  return {
    kebab,
    kebabs,
    camel: camelOf(kebab),
    camels: camelOf(kebabs),
    Pascal: pascalOf(kebab),
    Pascals: pascalOf(kebabs),
    CONSTANT: kebab.replaceAll('-', '_').toUpperCase(),
    words: wordsOf(kebab),
    wordsPlural: wordsOf(kebabs),
    Words: capitalized(wordsOf(kebab)),
    WordsPlural: capitalized(wordsOf(kebabs)),
    article,
    Article: capitalized(article),
  };
}

import type { PaletteEntry, PaletteLink, PaletteSearch, PaletteSource } from '../../screens/palette-source';
import { containsTyped } from '../../lib/contains-typed';
import type { RecentChoice } from '../../data/recent-choices';
import type { SignedInUser } from '../../data/session';
import type { NavigationItem } from '../layout/navigation-items';

/** What can be chosen, below the name of its group. */
export type Option = PaletteEntry & { kind: string; group: string };

/** What a person may open and begin. */
export type Links = {
  /** Those of the navigation. */
  sections: readonly PaletteEntry[];
  pages: readonly PaletteEntry[];
  actions: readonly PaletteEntry[];
};

/** A kind of document, and what is known of it and was found. */
export type Finds = { search: PaletteSearch; entries: readonly PaletteEntry[] };

const MOST_RECENT = 5;
/** Of each group. */
const MOST_LINKS = 4;
const MOST_DOCUMENTS = 6;

/** The pages and actions of the sources that a person has. */
export function linksOf(
  navigation: readonly NavigationItem[],
  sources: readonly PaletteSource[],
  user: SignedInUser,
): Links {
  const may = ({ permission }: Pick<PaletteLink, 'permission'>) =>
    permission === undefined || user.permissions[permission].allowed;
  const open = sources.filter(may);
  const entriesOf = (links: 'pages' | 'actions') =>
    open.flatMap((source) =>
      (source[links]?.(user) ?? []).filter(may).map(({ label, path }) => ({
        id: path,
        label,
        detail: source.title === label ? undefined : source.title,
        path,
      })),
    );
  const sections = navigation.map(({ label, path }) => ({ id: path, label, path }));
  return { sections, pages: [...sections, ...entriesOf('pages')], actions: entriesOf('actions') };
}

/** Before anything is typed: what was chosen last, the sections and the actions. */
export function optionsAtStart(
  { sections, pages, actions }: Links,
  recent: readonly RecentChoice[],
  searches: readonly PaletteSearch[],
): Option[] {
  const offered = recent.flatMap((choice): Option[] => {
    const { kind, id } = choice;
    // A page is offered as it is called now, and only to who may still open it.
    const links = kind === 'page' ? pages : kind === 'action' ? actions : undefined;
    const entry = links ? links.find((link) => link.id === id) : searches.some((one) => one.kind === kind) && choice;
    return entry ? [{ ...entry, kind, group: 'Recent' }] : [];
  });
  return [
    ...offered.slice(0, MOST_RECENT),
    ...asOptions(sections, 'page', 'Pages'),
    ...asOptions(actions, 'action', 'Actions'),
  ];
}

/**
 * What contains the text, the best matches of each group first. Words of pages and actions begin with what was typed:
 * `ash` is not the middle of `Dashboard`, which would come before people.
 */
export function optionsFor(typed: string, links: Links, finds: readonly Finds[]): Option[] {
  const words = typed.toLowerCase().split(/\s+/);
  const begins = (link: PaletteEntry) => words.every((word) => ` ${shownOf(link)}`.toLowerCase().includes(` ${word}`));
  const best = (entries: readonly PaletteEntry[], most: number) =>
    entries
      .filter((entry) => containsTyped(textOf(entry), typed))
      .filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index)
      .map((entry) => ({ ...entry, detail: detailFor(entry, typed), rank: rankOf(entry, typed) }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, most)
      .map(({ rank: _, ...entry }) => entry);
  return [
    ...asOptions(best(links.pages.filter(begins), MOST_LINKS), 'page', 'Pages'),
    ...asOptions(best(links.actions.filter(begins), MOST_LINKS), 'action', 'Actions'),
    ...finds.flatMap(({ search, entries }) => asOptions(best(entries, MOST_DOCUMENTS), search.kind, search.label)),
  ];
}

function asOptions(entries: readonly PaletteEntry[], kind: string, group: string): Option[] {
  return entries.map((entry) => ({ ...entry, kind, group }));
}

const shownOf = ({ label, detail }: PaletteEntry) => `${label} ${detail ?? ''}`;
const textOf = (entry: PaletteEntry) => [shownOf(entry), ...(entry.also ?? [])].join(' ');

/** With what it was found by, so that everyone sees why it is offered. */
function detailFor(entry: PaletteEntry, typed: string): string | undefined {
  if (containsTyped(shownOf(entry), typed)) return entry.detail;
  const words = typed.split(/\s+/).filter((word) => !containsTyped(shownOf(entry), word));
  const foundBy = (entry.also ?? []).filter((text) => text && words.some((word) => containsTyped(text, word)));
  return [entry.detail, ...new Set(foundBy)].filter(Boolean).join(' · ');
}

function rankOf({ label }: PaletteEntry, typed: string): number {
  if (label.toLowerCase().startsWith(typed.toLowerCase())) return 0;
  return containsTyped(label, typed) ? 1 : 2;
}

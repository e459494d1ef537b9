const titles = { breaking: 'Breaking', compatible: 'Compatible', note: 'Notes' };

/** Whether a higher major version announces a break: by a line of its section in docs/contract-changes.md that names it. */
export function isAnnounced({ where }, versions, log) {
  const major = (version) => Number(version.split('.')[0]);
  if (major(versions.head) <= major(versions.base)) return false;
  const section = log.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === versions.head);
  return section?.includes(`\`${where}\``) ?? false;
}

/** @param refused those of the changes that no major version announces */
export function markdownOf(changes, refused) {
  if (changes.length === 0) return 'The contract has not changed.';
  const lines = ['# Changes of the contract'];
  for (const [kind, title] of Object.entries(titles)) {
    const ofKind = changes.filter((change) => change.kind === kind);
    if (ofKind.length === 0) continue;
    lines.push('', `## ${title} (${ofKind.length})`, '', '| Where | What |', '| --- | --- |');
    for (const { where, what } of ofKind) lines.push(`| \`${cell(where)}\` | ${cell(what)} |`);
  }
  if (refused.length > 0) {
    lines.push(
      '',
      `${refused.length} of these break clients and are not announced. Make the change compatible, or raise the major`,
      'version of the contract and add a line with the name from the first column to docs/contract-changes.md.',
    );
  }
  return lines.join('\n');
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/[\r\n]+/g, ' ');

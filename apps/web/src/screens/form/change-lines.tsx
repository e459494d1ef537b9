import Box from '@mui/material/Box';
import type { DescribedChange } from './describe-changes';

/** What changed, a line for each field: its name, what it was and what it became. */
export function ChangeLines({ changes }: { changes: readonly DescribedChange[] }) {
  return (
    <Box component="dl" sx={changesStyle}>
      {changes.map((change) => (
        <div key={change.label}>
          <dt>{change.label}</dt>
          <dd>
            <Values change={change} />
          </dd>
        </div>
      ))}
    </Box>
  );
}

function Values({ change }: { change: DescribedChange }) {
  if (change.kind === 'statements') return change.statements.map((text) => <div key={text}>{text}</div>);
  if (change.kind === 'members') {
    return (
      <>
        {change.changed.map(({ name, before, after }) => (
          <div key={`=${name} ${before} ${after}`}>
            {name !== undefined && `${name}: `}
            <BeforeAfter before={before || undefined} after={after || undefined} />
          </div>
        ))}
        {change.added.map((member) => (
          <div key={`+${member}`}>Added {member}</div>
        ))}
        {change.removed.map((member) => (
          <div key={`-${member}`}>Removed {member}</div>
        ))}
      </>
    );
  }
  return <BeforeAfter before={change.before} after={change.after} />;
}

function BeforeAfter({ before, after }: Record<'before' | 'after', string | undefined>) {
  if (before === undefined) return after;
  return (
    <>
      <span className="before">{before}</span> <span aria-label="became">→</span> {after ?? 'nothing'}
    </>
  );
}

const changesStyle = {
  m: 0,
  mt: 2,
  display: 'grid',
  gap: 1,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '& > div': { display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '180px minmax(0, 1fr)' }, columnGap: 4 },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, mb: { xs: 2, sm: 0 } },
  '& .before': { color: 'text.secondary', textDecoration: 'line-through' },
};

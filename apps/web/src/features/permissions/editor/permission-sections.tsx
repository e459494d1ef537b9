import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { Theme } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Permission } from '@shifa/contract';
import { useId } from 'react';
import type { Choice } from '../permission-draft';
import type { PermissionSection } from './permission-lines';
import { columns, PermissionRow } from './permission-row';

type PermissionSectionsProps = {
  sections: readonly PermissionSection[];
  readOnly: boolean;
  onChoose: (permission: Permission, choice: Choice) => void;
};

/** The actions of each resource, one below the other. */
export function PermissionSections({ sections, ...rest }: PermissionSectionsProps) {
  return (
    <Stack sx={{ gap: 4 }}>
      {sections.map((section) => (
        <Section key={section.resource} section={section} {...rest} />
      ))}
    </Stack>
  );
}

type SectionProps = Omit<PermissionSectionsProps, 'sections'> & { section: PermissionSection };

function Section({ section, readOnly, onChoose }: SectionProps) {
  const id = useId();
  const overrides = section.lines.filter(({ choice }) => choice !== 'inherit').length;
  return (
    <Card component="section" aria-labelledby={id}>
      <Box sx={headStyle}>
        <Typography id={id} variant="h4" component="h2">
          {section.label}
          {overrides > 0 && (
            <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 2 }}>
              {overrides === 1 ? '1 override' : `${overrides} overrides`}
            </Typography>
          )}
        </Typography>
        <span aria-hidden>Role default</span>
        <span aria-hidden>Override</span>
        <span aria-hidden>Result</span>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {section.lines.map((line) => (
          <PermissionRow
            key={line.permission}
            section={section.label}
            line={line}
            readOnly={readOnly}
            onChoose={(choice) => onChoose(line.permission, choice)}
          />
        ))}
      </Box>
    </Card>
  );
}

const headStyle = (theme: Theme) => ({
  display: 'grid',
  gridTemplateColumns: columns,
  columnGap: '20px',
  alignItems: 'center',
  minHeight: 44,
  padding: '0 20px',
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  '& h2': { color: theme.vars.palette.text.primary },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: '1fr', '& > span': { display: 'none' } },
  [theme.breakpoints.down('sm')]: { padding: '0 16px' },
});

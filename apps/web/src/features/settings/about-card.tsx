import Link from '@mui/material/Link';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Facts } from '../../ui/facts';
import { SectionCard } from '../../ui/section-card';
import { product } from '../../config/product';

/** Written by the build (`build.license` in vite.config.ts). */
const LICENCES_FILE = '/licences.json';
const LicencesSchema = z.array(
  z.object({ name: z.string(), version: z.string(), identifier: z.string().nullish(), text: z.string().nullish() }),
);

const news = [
  'Help & Support: contacts, office hours, answers and the complaint form',
  'Settings: theme, density, dates, digit grouping and the page to start with',
  'Reports and analyses of finances, attendance, inventory and staff',
];

/** The version of the product, what it brought, and the licences of what it is built from. */
export function AboutCard() {
  const [open, setOpen] = useState(false);
  return (
    <Stack sx={{ gap: 6 }}>
      <SectionCard title="About">
        <Facts
          facts={[
            { label: 'Product', value: product.name },
            { label: 'Version', value: product.version },
          ]}
        />
      </SectionCard>
      <SectionCard title="What’s new">
        <Box component="ul" sx={{ m: 0, pl: 5 }}>
          {news.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </Box>
      </SectionCard>
      <SectionCard title="Licences">
        {open ? (
          <Licences />
        ) : (
          <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
            Show licences
          </Button>
        )}
      </SectionCard>
    </Stack>
  );
}

function Licences() {
  const query = useQuery({
    queryKey: ['licences'],
    queryFn: async ({ signal }) => {
      const response = await fetch(LICENCES_FILE, { signal });
      if (!response.ok) throw new Error(`The licences are missing (${response.status})`);
      return LicencesSchema.parse(await response.json());
    },
    staleTime: Infinity,
  });
  if (!query.data) return <NotLoaded query={query} what="the licences" skeleton={200} />;
  return (
    <Stack sx={{ gap: 2 }}>
      {query.data.map(({ name, version, identifier, text }) => (
        <details key={`${name}@${version}`}>
          <summary>
            <Link href={`https://www.npmjs.com/package/${name}`} target="_blank" rel="noopener noreferrer">
              {name}
            </Link>{' '}
            {version} · {identifier ?? 'Licence in the text'}
          </summary>
          <Typography
            component="pre"
            variant="caption"
            sx={{ m: 0, pt: 2, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {text}
          </Typography>
        </details>
      ))}
    </Stack>
  );
}

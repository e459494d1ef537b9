import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Dots, Pulse, Spinner } from '../../ui/loading/indicators';
import { LoadingScreen } from '../../ui/loading/loading-screen';
import { PageSkeleton } from '../../ui/loading/page-skeleton';
import { Skeleton, StatCardSkeleton } from '../../ui/loading/skeleton';

const sizes = ['sm', 'md', 'lg', 'xl'] as const;
const colors = ['primary', 'accent', 'success'] as const;
const indicators = ['spinner', 'dots', 'pulse'] as const;
const variants = ['text', 'circular', 'rectangular'] as const;

/** Every loading view of the product, for developers; builds for production do not contain it. */
export function LoadingViewsPage() {
  return (
    <Stack component="main" sx={{ gap: 6, p: 6, maxWidth: 1200, mx: 'auto' }}>
      <Typography variant="h1">Loading views</Typography>
      <Group title="Spinner: sizes">
        {sizes.map((size) => (
          <Example key={size} label={size}>
            <Spinner size={size} />
          </Example>
        ))}
      </Group>
      <Group title="Spinner: colours">
        {([...colors, 'info'] as const).map((color) => (
          <Example key={color} label={color}>
            <Spinner size="lg" color={color} />
          </Example>
        ))}
      </Group>
      <Group title="Dots">
        {colors.map((color) => (
          <Example key={color} label={color}>
            <Dots color={color} />
          </Example>
        ))}
      </Group>
      <Group title="Pulse">
        {colors.map((color) => (
          <Example key={color} label={color}>
            <Pulse color={color} />
          </Example>
        ))}
      </Group>
      <Group title="Skeleton: variants">
        {variants.map((variant) => (
          <Example key={variant} label={variant}>
            <Skeleton variant={variant} width={variant === 'circular' ? 40 : 180} />
          </Example>
        ))}
      </Group>
      <Group title="Card skeletons, staggered">
        <Box
          sx={{ display: 'grid', gap: 4, width: '100%', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }}
        >
          <StatCardSkeleton count={4} />
        </Box>
      </Group>
      <Group title="Page skeleton">
        <Box sx={{ width: '100%' }}>
          <PageSkeleton />
        </Box>
      </Group>
      {indicators.map((indicator) => (
        <Group key={indicator} title={`Full screen: ${indicator}`}>
          <Box sx={{ width: '100%' }}>
            <LoadingScreen indicator={indicator} />
          </Box>
        </Group>
      ))}
    </Stack>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title} variant="outlined" sx={{ p: 5 }}>
      <Typography variant="h2" sx={{ mb: 4 }}>
        {title}
      </Typography>
      <Stack direction="row" sx={{ gap: 6, flexWrap: 'wrap', alignItems: 'end' }}>
        {children}
      </Stack>
    </Paper>
  );
}

function Example({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack sx={{ gap: 2, alignItems: 'center' }}>
      {children}
      <Typography variant="caption" color="text.secondary">
        {label}
      </Typography>
    </Stack>
  );
}

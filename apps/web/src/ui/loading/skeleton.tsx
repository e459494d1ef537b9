import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { keyframes, styled } from '@mui/material/styles';

const shimmer = keyframes`to { background-position: -200% 0; }`;
const appear = keyframes`from { opacity: 0; }`;

export type SkeletonVariant = 'text' | 'circular' | 'rectangular';

const radii: Record<SkeletonVariant, number | string> = { text: 4, circular: '50%', rectangular: 8 };

const Block = styled('span')<{ variant: SkeletonVariant }>(({ theme, variant }) => ({
  display: 'block',
  borderRadius: radii[variant],
  background: `linear-gradient(90deg, ${theme.vars.palette.action.hover} 25%, ${theme.vars.palette.action.selected} 50%, ${theme.vars.palette.action.hover} 75%)`,
  backgroundSize: '200% 100%',
  animation: `${shimmer} 1.5s linear infinite`,
}));

type SkeletonProps = {
  variant?: SkeletonVariant;
  width?: number | string;
  height?: number | string;
  /** Part of a larger placeholder that speaks for itself. */
  silent?: boolean;
};

/** A grey stand-in of the size of what is coming. */
export function Skeleton({ variant = 'text', width = '100%', height, silent = false }: SkeletonProps) {
  const voice = silent ? { 'aria-hidden': true } : { role: 'status', 'aria-label': 'Loading content' };
  const side = variant === 'text' ? 14 : 40;
  return <Block data-loading variant={variant} style={{ width, height: height ?? side }} {...voice} />;
}

const SkeletonCard = styled(Card)({ padding: 20, animation: `${appear} 0.3s ease-out backwards` });

/** As many cards as figures are on their way, one shortly after the other. */
export function StatCardSkeleton({ count = 1 }: { count?: number }) {
  return Array.from({ length: count }, (_, order) => (
    <SkeletonCard key={order} role="status" aria-label="Loading card" style={{ animationDelay: `${order * 0.1}s` }}>
      <Stack spacing={3}>
        <Skeleton silent width="50%" />
        <Skeleton silent variant="rectangular" width="70%" height={32} />
        <Skeleton silent width="40%" height={12} />
      </Stack>
    </SkeletonCard>
  ));
}

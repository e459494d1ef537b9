import Button from '@mui/material/Button';
import { type ComponentProps, type ReactNode } from 'react';
import { Banner } from './banner';

type RetryBannerProps = { tone?: ComponentProps<typeof Banner>['tone']; onRetry: () => void; children: ReactNode };

/** Says in its place that something could not be loaded, with a button that tries again. */
export function RetryBanner({ tone = 'error', onRetry, children }: RetryBannerProps) {
  return (
    <Banner
      tone={tone}
      action={
        <Button size="small" color="inherit" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Banner>
  );
}

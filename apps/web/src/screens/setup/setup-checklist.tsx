import { type ComponentProps, Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { ErrorBoundary } from '../../ui/error-boundary';
import type { SetupChecklistContent } from './setup-checklist-content';

const Content = lazyComponent(async () => (await import('./setup-checklist-content')).SetupChecklistContent);

/** What is left to set up; most laboratories have nothing left, so nothing waits for it and nothing fails with it. */
export function SetupChecklist(props: ComponentProps<typeof SetupChecklistContent>) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

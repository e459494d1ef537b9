import Inbox from '@mui/icons-material/InboxOutlined';
import { createElement } from 'react';
import type { QueueSource } from '../../screens/inbox/queue';
import { paths } from '../../config/paths';
import { lazyComponent } from '../../lib/lazy-component';
import { WaitingCount } from '../approvals/waiting-count';
import type { Section } from './section';

/** Everything that waits for the person's decision, whichever feature it comes from. */
export function approvals(sources: readonly QueueSource[]): Section {
  const Page = lazyComponent(async () => {
    const loads = sources.map(async (source) => ({ ...source, queue: await source.load() }));
    const [{ ApprovalsPage }, parts] = await Promise.all([import('../approvals/approvals-page'), Promise.all(loads)]);
    return function Approvals() {
      return <ApprovalsPage parts={parts} />;
    };
  });
  return {
    path: paths.inbox,
    permission: sources.map(({ permission }) => permission),
    navigation: {
      label: 'Approvals',
      key: 'p',
      short: 'Approvals',
      icon: <Inbox />,
      inUserMenu: true,
      badge: <WaitingCount sources={sources} />,
    },
    pages: [{ index: true, element: createElement(Page) }],
  };
}

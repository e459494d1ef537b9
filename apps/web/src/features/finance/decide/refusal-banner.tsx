import { Banner } from '../../../components/banner';
import { RelativeTime } from '../../../components/relative-time';
import { deedBehind, type Refusal } from './refusal';

/** Says why an entry was not decided: who was faster and when, over the entry as it stands since. */
export function RefusalBanner({ refusal: { message, faster } }: { refusal: Refusal }) {
  if (!faster) return <Banner tone="error">{message}</Banner>;
  const { by, at, entry } = faster;
  return (
    <Banner tone="warning">
      <strong>{by ?? 'The system'}</strong> {deedBehind[entry.status]} this entry <RelativeTime instant={at} />. Your
      decision was not taken: this is how it stands.
    </Banner>
  );
}

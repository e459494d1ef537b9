import Button from '@mui/material/Button';
import { Banner } from '../../../components/banner';
import { RelativeTime } from '../../../components/relative-time';
import type { NewerVersion } from './use-permission-editor';

type NewerNoticeProps = {
  newer: NewerVersion;
  /** How many of the choices meet another one that was saved meanwhile. */
  meeting: number;
  onTakeNote: () => void;
};

/** Someone saved this person while something was being chosen; the choices are kept. */
export function NewerNotice({ newer, meeting, onTakeNote }: NewerNoticeProps) {
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" color="inherit" onClick={onTakeNote}>
          Got it
        </Button>
      }
    >
      <strong>{newer.by ?? 'Someone'}</strong> changed this person in the meantime
      {newer.at !== undefined && (
        <>
          , <RelativeTime instant={newer.at} />
        </>
      )}
      . Nothing of yours is saved or lost: your choices are kept on top of the new version.{' '}
      {meeting > 0 &&
        `${meeting === 1 ? 'One of them' : `${meeting} of them`} met another choice and ${meeting === 1 ? 'is' : 'are'} marked.`}
    </Banner>
  );
}

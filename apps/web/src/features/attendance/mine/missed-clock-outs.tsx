import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { api } from '../../../data/api';
import { formatCount, formatDay } from '../../../lib/format';
import { pageQuery } from '../../../data/queries';

/** More would push the month off the screen of a phone. */
const SHOWN = 3;

type MissedClockOutsProps = {
  /** The person came for them, so all are shown, and the form of the only one opens at once. */
  opensOne: boolean;
  onCorrect: (day: string) => void;
};

/** Days without a clock-out on which no time counts until the person says when they left. */
export function MissedClockOuts({ opensOne, onCorrect }: MissedClockOutsProps) {
  const { data, isLoading } = useQuery(pageQuery(api.attendance.mine, { query: { missed: 'true', limit: 100 } }));
  const [all, setAll] = useState(opensOne);
  const missed = data?.data ?? [];
  const only = missed.length === 1 ? missed[0]?.workDate : undefined;
  const open = useEffectEvent(onCorrect);
  useEffect(() => {
    if (opensOne && only !== undefined) open(only);
  }, [opensOne, only]);
  if (isLoading) return <span data-loading hidden />;
  return (
    <>
      {missed.slice(0, all ? undefined : SHOWN).map(({ _id, workDate }) => (
        <Banner
          key={_id}
          tone="warning"
          action={
            <Button size="small" color="inherit" onClick={() => onCorrect(workDate)}>
              Request a correction
            </Button>
          }
        >
          You didn't clock out on {formatDay(workDate)}, so no time counts for that day yet.
        </Banner>
      ))}
      {!all && missed.length > SHOWN && (
        <Button color="inherit" sx={{ alignSelf: 'flex-start' }} onClick={() => setAll(true)}>
          Show all {formatCount(missed.length)} days without a clock-out
        </Button>
      )}
    </>
  );
}

import { useEffect, useState } from 'react';
import { clock } from '#shared/clock.ts';
import { joinMinutes } from '#shared/limits.ts';
import { formatTime } from '#web/lib/languages/format.ts';
import { t } from '#web/lib/languages/text.ts';

interface Props {
  conference: { meetingType: string; startsAt: string; meetingLink?: string | undefined };
}

const minuteMs = 60_000;

/** Whether somebody who takes part can join now, as of the last half minute. */
export function useJoinable({ meetingType, startsAt, meetingLink }: Props['conference'], takesPart: boolean): boolean {
  const [now, setNow] = useState(() => clock.ms());
  const isOffered = takesPart && meetingType === 'Online' && Boolean(meetingLink);
  useEffect(() => {
    if (!isOffered) return;
    const timer = setInterval(() => setNow(clock.ms()), minuteMs / 2);
    return () => clearInterval(timer);
  }, [isOffered]);
  return isOffered && Date.parse(joinableFrom({ startsAt })) <= now;
}

/** ISO 8601. */
export const joinableFrom = ({ startsAt }: { startsAt: string }): string =>
  new Date(Date.parse(startsAt) - joinMinutes * minuteMs).toISOString();

/** The way into a webinar that is about to begin, or has begun. */
export function JoinNow({ conference: { startsAt, meetingLink }, label }: Props & { label: string }) {
  const hasBegun = Date.parse(startsAt) <= clock.ms();
  return (
    <p
      className="card border-l-saffron flex flex-wrap items-center gap-2 m-0 px-2 py-12px justify-between"
      role="status"
    >
      <strong>
        {hasBegun ? t(`It began at ${formatTime(startsAt)}.`) : t(`It begins at ${formatTime(startsAt)}.`)}
      </strong>
      <a className="button-accent" href={meetingLink} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    </p>
  );
}

import { useEffect, useState } from 'react';
import { clock } from '#shared/clock.ts';
import { joinMinutes } from '#shared/limits.ts';
import { formatTime } from '#web/lib/format.ts';

interface Props {
  conference: { MeetingType: string; MeetingDate: string; MeetingLink?: string | undefined };
}

const minuteMs = 60_000;

/** Whether somebody who takes part can join now, as of the last half minute. */
export function useJoinable(
  { MeetingType, MeetingDate, MeetingLink }: Props['conference'],
  takesPart: boolean,
): boolean {
  const [now, setNow] = useState(() => clock.ms());
  const isOffered = takesPart && MeetingType === 'Online' && Boolean(MeetingLink);
  useEffect(() => {
    if (!isOffered) return;
    const timer = setInterval(() => setNow(clock.ms()), minuteMs / 2);
    return () => clearInterval(timer);
  }, [isOffered]);
  return isOffered && Date.parse(joinableFrom({ MeetingDate })) <= now;
}

/** ISO 8601. */
export const joinableFrom = ({ MeetingDate }: { MeetingDate: string }): string =>
  new Date(Date.parse(MeetingDate) - joinMinutes * minuteMs).toISOString();

/** The way into a webinar that is about to begin, or has begun. */
export function JoinNow({ conference: { MeetingDate, MeetingLink }, label }: Props & { label: string }) {
  const hasBegun = Date.parse(MeetingDate) <= clock.ms();
  return (
    <p
      className="card border-l-saffron flex flex-wrap items-center gap-2 m-0 px-2 py-12px justify-between"
      role="status"
    >
      <strong>
        {hasBegun ? `It began at ${formatTime(MeetingDate)}.` : `It begins at ${formatTime(MeetingDate)}.`}
      </strong>
      <a className="button-accent" href={MeetingLink} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    </p>
  );
}

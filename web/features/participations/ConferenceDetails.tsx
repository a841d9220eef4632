import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import { clock } from '#shared/clock.ts';
import { type Conference, getConference } from '#shared/contracts/conferences.ts';
import { meetingTypeLabel } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { meetingAddress } from '#web/features/conferences/meeting-address.ts';
import { api } from '#web/lib/calls/api.ts';
import { showFailure } from '#web/lib/calls/failures.ts';
import { formatDate, formatDay, maskPhone } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { href, t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { useSession } from '#web/lib/login/session.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Picture } from '#web/ui/page/Picture.tsx';
import { Prose } from '#web/ui/page/Prose.tsx';
import styles from './ConferenceDetails.module.css';
import { JoinNow, useJoinable } from './JoinNow.tsx';
import type { OwnConference } from './MemberPart.tsx';
import { TakePart } from './TakePart.tsx';

/** Registration closes when the conference begins at the latest. */
export const isClosed = ({ closesAt, startsAt }: Conference) => Date.parse(closesAt ?? startsAt) <= clock.ms();

/** Whether the number of places that are left is shown. */
export const countsPlaces = ({ participation, free, over }: Conference) =>
  participation !== 'off' && free !== null && !over;

/** Leads to the previous page, or to the list when the page was opened directly. */
function BackLink() {
  const goBack = (event: MouseEvent) => {
    if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link className="button-quiet no-print mb-3" to={paths.conferences} onClick={goBack}>
      <span aria-hidden="true">←</span> {t('Back')}
    </Link>
  );
}

interface DetailsProps {
  given: Conference;
  /** Registration is closed. */
  closed: boolean;
  /** Set if a guest's form was posted by a browser that runs no script: until when to confirm. */
  sent: string | null;
  /** Such a form that was refused. */
  refused?: RefusedForm | undefined;
  supportEmail: string;
  phone: string;
}

/** A conference, with the reader's own part in it. */
export function ConferenceDetails({ given, closed, sent, refused, supportEmail, phone }: DetailsProps) {
  const { conference, own, reload } = useOwnConference(given);
  const running = !conference.over && !conference.cancelledAt;
  const joinable = useJoinable(conference, running && conference.mine?.state === 'registered');
  const takesParts = running && (conference.participation !== 'off' || Boolean(conference.mine));
  const online = conference.meetingType === 'Online';
  const facts: [string, string][] = [
    [t('Meeting type'), t(meetingTypeLabel(conference.meetingType))],
    [t('Date'), formatDate(conference.startsAt)],
    [t(online ? 'Address' : 'Place'), meetingAddress(conference)],
    [t('Meeting ID'), conference.meetingId],
    [t('Password'), conference.meetingPassword],
  ];
  return (
    <>
      <BackLink />
      <article className={`grid gap-3 ${styles.columns}`}>
        <header>
          <h1 className="m-0" lang={langOf(conference.title)}>
            {conference.title}
          </h1>
          {conference.cancelledAt && (
            <p className={`font-semibold ${styles.over} m-0 mt-2 px-2 py-12px bg-surface`}>
              <T>This conference is cancelled. {conference.cancelReason}</T>
            </p>
          )}
          {conference.over && !conference.cancelledAt && (
            <p className={`font-semibold ${styles.over} m-0 mt-2 px-2 py-12px bg-surface`}>
              <T>This conference is over. {whatWas(conference)}</T>
            </p>
          )}
          {joinable && <JoinNow conference={conference} label={t('Join the call')} />}
          {running && (
            <TakePartAtOnce conference={conference} closed={closed || (own === 'known' && isClosed(conference))} />
          )}
        </header>
        <aside className={`card grid gap-2 self-start p-3 ${styles.side}`} aria-label={t('Date and joining')}>
          <dl className="grid gap-1 m-0">
            {facts.map(
              ([name, value]) =>
                value && (
                  <div key={name}>
                    <dt className="text-14">{name}</dt>
                    <dd className="font-semibold whitespace-pre-line">{value}</dd>
                  </div>
                ),
            )}
          </dl>
          {running && <Joining conference={conference} joinable={joinable} />}
        </aside>
        <div className={`min-w-0 ${styles.main}`}>
          {conference.picture && (
            <Picture
              picture={conference.picture}
              alt=""
              first
              sizes="(min-width: 1264px) 780px, (min-width: 900px) 62vw, 92vw"
              className="w-full rounded mb-3"
            />
          )}
          <Prose text={conference.description} className="text-18" />
        </div>
        {/* After the description on a phone. */}
        {(takesParts || supportEmail || phone) && (
          <aside className="card grid gap-2 self-start p-3" aria-label={takesParts ? t('Taking part') : t('Help')}>
            {takesParts && (
              <TakePart
                conference={conference}
                own={own}
                closed={closed || (own === 'known' && isClosed(conference))}
                sent={sent}
                refused={refused}
                changed={reload}
              />
            )}
            {(supportEmail || phone) && (
              <div className={takesParts ? 'tight border-t pt-2' : 'tight'}>
                <h2 className="text-18 mb-4px">{t('Need help?')}</h2>
                {supportEmail && (
                  <p>
                    <a className="tap" href={`mailto:${supportEmail}`}>
                      {supportEmail}
                    </a>
                  </p>
                )}
                {phone && <p>{maskPhone(phone)}</p>}
              </div>
            )}
          </aside>
        )}
      </article>
    </>
  );
}

/** Leads a phone's reader to what stands below the description, or says that nothing is needed. */
function TakePartAtOnce({ conference, closed }: { conference: Conference; closed: boolean }) {
  const { participation, mine, free } = conference;
  if (mine?.state === 'registered' || mine?.state === 'waiting') {
    return (
      <p className="font-semibold hidden-from-md m-0 mt-2">
        {mine.state === 'registered'
          ? t('You are registered.')
          : t(`You are number ${mine.position} on the waiting list.`)}{' '}
        <a className="tap-on-phone" href="#take-part">
          {t('Change')}
        </a>
      </p>
    );
  }
  if (participation === 'off') return <p className="m-0 mt-2">{t('No registration needed.')}</p>;
  if (closed) return null;
  return (
    <a className="button-accent hidden-from-md mt-2" href="#take-part">
      {free === 0 ? t('Join the waiting list') : t('I take part')}
    </a>
  );
}

/** What a conference was that is over. */
function whatWas({ meetingType, meetingAddress, startsAt }: Conference): string {
  return meetingType === 'Online'
    ? t(`It took place online on ${formatDay(startsAt)}.`)
    : t(`It took place at ${meetingAddress} on ${formatDay(startsAt)}.`);
}

/** How to take part in a conference that is not over. */
function Joining({ conference, joinable }: { conference: Conference; joinable: boolean }) {
  return (
    <>
      {conference.joinHidden && conference.participation !== 'off' && (
        <p className="text-muted m-0">{t('Those who take part get the joining details here and by e-mail.')}</p>
      )}
      {conference.joinHidden && conference.participation === 'off' && (
        <p className="text-muted m-0">
          <T>
            Members see the joining details after they have{' '}
            <Link to={paths.login} aria-haspopup="dialog">
              {t('logged in')}
            </Link>
            .
          </T>
        </p>
      )}
      {conference.meetingType === 'Online' && conference.meetingLink && !joinable && (
        <a className="button-accent" href={conference.meetingLink} target="_blank" rel="noopener noreferrer">
          {t('Join the call')}
        </a>
      )}
      <a className="button-quiet" href={href(paths.conferenceCalendar(conference.id))} download>
        {t('Add to calendar')}
      </a>
    </>
  );
}

/** The server's page is cached for all visitors, so the browser loads the member's own part and the free places separately. */
function useOwnConference(given: Conference): { conference: Conference; own: OwnConference; reload: () => void } {
  const session = useSession();
  const [full, setFull] = useState<Conference | null>(null);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const token = session?.token;
  const counted = countsPlaces(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a reload
  useEffect(() => {
    setFailed(false);
    if (!token && !counted) {
      setFull(null);
      return;
    }
    let isCurrent = true;
    api(getConference, { params: { id: given.id } }).then(
      ({ newConference }) => isCurrent && setFull(newConference),
      (error: unknown) => {
        if (!isCurrent) return;
        setFailed(true);
        if (token) showFailure(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [given, token, counted, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { conference: full ?? given, own: full ? 'known' : failed ? 'failed' : 'unknown', reload };
}

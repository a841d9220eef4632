import type { Conference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { meetingTypeLabel } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { cut, dateParts, formatDay, formatTime } from '#web/lib/languages/format.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Picture } from '#web/ui/page/Picture.tsx';
import styles from './ConferenceCard.module.css';

/** A short view of a conference. */
export function ConferenceCard({ conference, first = false }: { conference: Conference; first?: boolean }) {
  return (
    <article className={`card grid grid-cols-1 overflow-hidden ${styles.card}`}>
      {conference.picture && (
        <div className={styles.frame}>
          <Picture
            picture={conference.picture}
            alt=""
            first={first}
            sizes="(min-width: 900px) 400px, 92vw"
            className="size-full object-cover"
          />
        </div>
      )}
      <div className={`flex flex-col items-start gap-2 ${styles.body}`}>
        <div className="flex gap-2 max-w-full">
          <DateLeaf date={conference.startsAt} />
          <div className="break-anywhere min-w-0">
            <h3 className="mb-4px" lang={langOf(conference.title)}>
              {conference.title}
            </h3>
            <p className="text-muted flex flex-wrap items-center gap-4px-2 m-0">
              <span className={`text-navy text-14 font-semibold ${styles.type}`}>
                {t(meetingTypeLabel(conference.meetingType))}
              </span>
              {conference.over && <strong className="text-ink">{t('Over')}</strong>}
              <time dateTime={conference.startsAt}>
                {`${formatDay(conference.startsAt)}, `}
                <span className="inline-flex">{formatTime(conference.startsAt)}</span>
              </time>
            </p>
          </div>
        </div>
        <p className="m-0 max-w-full break-anywhere whitespace-pre-line" lang={langOf(conference.description)}>
          {cut(conference.description, limits.conferencePreview)}
        </p>
        <Link
          className="button-quiet"
          to={paths.conference(conference.id)}
          aria-label={t(`View More about ${conference.title}`)}
        >
          {t('View More')}
        </Link>
      </div>
    </article>
  );
}

/** A date as the leaf of a calendar. */
function DateLeaf({ date }: { date: string }) {
  const parts = dateParts(date);
  if (!parts) return null;
  return (
    <time className={`card text-center ${styles.leaf}`} dateTime={date}>
      <span className={`text-14 font-semibold text-on-fill ${styles.month}`}>
        {parts.month} {parts.year}
      </span>
      <span className={styles.day}>{parts.day}</span>
      <span className={`text-muted text-14 ${styles.time}`}>
        {parts.weekday}
        <br />
        {formatTime(date)}
      </span>
    </time>
  );
}

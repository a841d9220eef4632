import type { Conference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { cut, formatDay, formatTime } from '#web/lib/format.ts';
import { langOf, t } from '#web/lib/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Picture } from '#web/ui/page/Picture.tsx';
import styles from './ConferenceCard.module.css';
import { DateLeaf } from './DateLeaf.tsx';

/** A short view of a conference. */
export function ConferenceCard({ conference, first = false }: { conference: Conference; first?: boolean }) {
  return (
    <article className={`card grid one-column clips ${styles.card}`}>
      {conference.picture && (
        <div className={styles.frame}>
          <Picture
            picture={conference.picture}
            alt=""
            first={first}
            sizes="(min-width: 900px) 400px, 92vw"
            className="fills"
          />
        </div>
      )}
      <div className={`column from-top gap-2 ${styles.body}`}>
        <div className="flex gap-2 fits">
          <DateLeaf date={conference.MeetingDate} />
          <div className="breaks shrinks">
            <h3 className="below-half" lang={langOf(conference.WebinarName)}>
              {conference.WebinarName}
            </h3>
            <p className="muted row gap-half-2 flush">
              <span className={`navy small strong ${styles.type}`}>{t(conference.MeetingType)}</span>
              {conference.over && <strong className="ink">Over</strong>}
              <time dateTime={conference.MeetingDate}>
                {`${formatDay(conference.MeetingDate)}, `}
                <span className="nowrap">{formatTime(conference.MeetingDate)}</span>
              </time>
            </p>
          </div>
        </div>
        <p className="flush fits breaks pre-line" lang={langOf(conference.Description)}>
          {cut(conference.Description, limits.conferencePreview)}
        </p>
        <Link
          className="button-quiet"
          to={paths.conference(conference._id)}
          aria-label={`View More about ${conference.WebinarName}`}
        >
          View More
        </Link>
      </div>
    </article>
  );
}

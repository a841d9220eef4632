import { listConferences } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatDate } from '#web/lib/format.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './ConferenceList.module.css';

/** The first conferences of the list with their type and date. */
export function ConferenceList() {
  const conferences = useLoad(listConferences, {}, { loggedIn: true });
  return (
    <section className={styles.box} aria-labelledby="conference-details">
      <h2 id="conference-details" className={styles.title}>
        Conference details
      </h2>
      <Loaded of={conferences}>
        {({ newConference }) =>
          newConference.length === 0 ? (
            <p className={styles.empty}>{messages.empty.table}</p>
          ) : (
            <ul className="plain">
              {newConference.slice(0, limits.overviewConferences).map((conference) => (
                <li key={conference._id} className={styles.entry}>
                  <span className={styles.name}>{conference.WebinarName}</span>
                  <span className={styles.meta}>{conference.MeetingType} webinar</span>
                  <time className={styles.meta} dateTime={conference.MeetingDate}>
                    {formatDate(conference.MeetingDate)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

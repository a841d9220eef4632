import type { listConferences } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { ApiAnswer } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import type { Load } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/page/Loaded.tsx';

const kindOf = (type: string) => (type === 'Offline' ? 'In person' : `${type} webinar`);

/** The first conferences of the list with their type and date. */
export function ConferenceList({ load }: { load: Load<ApiAnswer<typeof listConferences>> }) {
  return (
    <section className="card pad-2" aria-labelledby="conference-details">
      <h2 id="conference-details" className="text-18 flush below-half">
        Conference details
      </h2>
      <Loaded of={load}>
        {({ newConference }) =>
          newConference.length === 0 ? (
            <p className="muted centred pad-empty">{messages.empty.table}</p>
          ) : (
            <ul className="ruled">
              {newConference.slice(0, limits.overviewConferences).map((conference) => (
                <li key={conference._id} className="row gap-half-2 apart pad-y-1">
                  <span className="strong wide">{conference.WebinarName}</span>
                  <span className="muted small">{kindOf(conference.MeetingType)}</span>
                  <time className="muted small" dateTime={conference.MeetingDate}>
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

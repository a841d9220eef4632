import type { listConferences } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { meetingTypeLabel } from '#shared/options.ts';
import type { ApiAnswer } from '#web/lib/calls/api.ts';
import type { Load } from '#web/lib/calls/useLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { Loaded } from '#web/ui/page/Loaded.tsx';

const kindOf = (type: string) => (type === 'Online' ? `${type} webinar` : meetingTypeLabel(type));

/** The first conferences of the list with their type and date. */
export function ConferenceList({ load }: { load: Load<ApiAnswer<typeof listConferences>> }) {
  return (
    <section className="card p-2" aria-labelledby="conference-details">
      <h2 id="conference-details" className="text-18 m-0 mb-4px">
        Conference details
      </h2>
      <Loaded of={load}>
        {({ newConference }) =>
          newConference.length === 0 ? (
            <p className="text-muted text-center px-2 py-5">{messages.empty.table}</p>
          ) : (
            <ul className="divide-y">
              {newConference.slice(0, limits.overviewConferences).map((conference) => (
                <li key={conference.id} className="flex flex-wrap items-center gap-4px-2 justify-between py-1">
                  <span className="font-semibold w-full">{conference.title}</span>
                  <span className="text-muted text-14">{kindOf(conference.meetingType)}</span>
                  <time className="text-muted text-14" dateTime={conference.startsAt}>
                    {formatDate(conference.startsAt)}
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

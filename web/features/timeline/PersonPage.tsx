import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { getPerson, type PersonEvent, type SeenPerson } from '#shared/contracts/timeline.ts';
import { paths } from '#shared/paths.ts';
import { SamePeople } from '#web/features/merging/SamePeople.tsx';
import { ErasureNotice, PersonHead } from '#web/features/registrations/review/PersonHead.tsx';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate, formatMobile } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PageNumbers } from '#web/ui/tables/PageNumbers.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { isWhole, PersonActions } from './PersonActions.tsx';

/** One person for the office: who they are, what may be done now, and what has happened with them. */
export function Component() {
  const { id = '' } = useParams();
  const [, change, { page }] = useQueryState({ page: '1' });
  const load = useLoad(getPerson, { params: { id }, query: { page } });
  const heading = useRef<HTMLHeadingElement>(null);
  const isMerged = useRef(false);
  const { data, failed, reload } = load;
  const onMerged = () => {
    isMerged.current = true;
    reload();
  };
  // The button that was pressed has gone with the other record.
  useEffect(() => {
    if (!data || !isMerged.current) return;
    isMerged.current = false;
    heading.current?.focus();
  }, [data]);
  if (failed?.code === 'NOT_FOUND') return <MissingPerson />;
  return (
    <Loaded of={load}>
      {({ person, money, timeline, pagination }) => (
        <div className="max-w-960">
          <PageHeader
            titleRef={heading}
            title={person.name}
            text={person.memberNumber === null ? undefined : person.reference}
          />
          <div className="mb-2">
            <PersonHead person={person} money={money} named={false} />
          </div>
          <Contact person={person} />
          {isWhole(person) && <ErasureNotice record={person} />}
          <PersonActions person={person} reload={reload} />
          <SamePeople key={person.id} id={person.id} onChanged={onMerged} />
          <section aria-labelledby="events">
            <h2 id="events" className="text-22 pb-6px border-b mb-1">
              What has happened
            </h2>
            {timeline.length === 0 ? (
              <p className="text-muted">Nothing that you may see.</p>
            ) : (
              <ol className="no-underline divide-y mb-3">
                {timeline.map((event) => (
                  <Event key={`${event.at} ${event.kind} ${event.text}`} event={event} />
                ))}
              </ol>
            )}
            {pagination.totalPages > 1 && (
              <PageNumbers
                label="Pages of what has happened"
                page={page}
                pages={pagination.totalPages}
                onPage={(next) => change({ page: String(next) })}
              />
            )}
          </section>
        </div>
      )}
    </Loaded>
  );
}

/** For an address without a record. */
function MissingPerson() {
  const { may } = useOffice();
  return (
    <>
      <PageHeader title="This record was not found." />
      <p>
        {may('members') ? (
          <Link className="tap" to={paths.admin.directory}>
            Back to the directory
          </Link>
        ) : (
          <Link className="tap" to={paths.admin.overview}>
            Back to the overview
          </Link>
        )}
      </p>
    </>
  );
}

/** Place, contact and what is missing, as far as the reader is told. */
function Contact({ person }: { person: SeenPerson }) {
  const { status, state, district, email, mobile, incomplete = [] } = person;
  const place = [district, state].filter(Boolean).join(', ');
  return (
    <div className="grid gap-1 mb-3">
      <div className="flex flex-wrap items-center gap-2">
        {incomplete.length > 0 && <StatusDot tone="warn">Incomplete</StatusDot>}
        {status === 'Approved' && email === '' && <StatusDot tone="warn">Cannot log in yet: no e-mail</StatusDot>}
      </div>
      <div className="flex flex-wrap items-center gap-4px-2">
        {place && <span>{place}</span>}
        {mobile && (
          <a href={`tel:+91${mobile}`} className="tap-on-phone">
            {formatMobile(mobile)}
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className="tap-on-phone break-anywhere">
            {email}
          </a>
        )}
      </div>
    </div>
  );
}

function Event({ event: { at, text, by, path } }: { event: PersonEvent }) {
  return (
    <li className="break-anywhere grid gap-2px py-1">
      {path === '' ? (
        <span>{text}</span>
      ) : (
        <Link to={path} className="tap-on-phone">
          {text}
        </Link>
      )}
      <span className="text-muted text-14">{[formatDate(at), by].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

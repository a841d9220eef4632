import { useParams } from 'react-router';
import { getPerson, type PersonEvent, type SeenPerson } from '#shared/contracts/timeline.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { paths } from '#shared/paths.ts';
import { SamePeople } from '#web/features/merging/SamePeople.tsx';
import { formatDate } from '#web/lib/format.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useQueryState } from '#web/lib/useQueryState.ts';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PageNumbers } from '#web/ui/tables/PageNumbers.tsx';

/** One person for the office: who they are, and what has happened with them. */
export function Component() {
  const { id = '' } = useParams();
  const [, change, { page }] = useQueryState({ page: '1' });
  const load = useLoad(getPerson, { params: { id }, query: { page } });
  return (
    <Loaded of={load}>
      {({ person, timeline, pagination }) => (
        <div className="up-to-960">
          <PageHeader title={person.ProsecutorName} text={factsOf(person)}>
            <Ways person={person} />
          </PageHeader>
          <SamePeople key={person._id} id={person._id} />
          <h2 className="text-22 titled below-1">Events</h2>
          {timeline.length === 0 ? (
            <p className="muted">Nothing that you may see.</p>
          ) : (
            <ol className="plain ruled below-3">
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
        </div>
      )}
    </Loaded>
  );
}

function factsOf({ membership, memberNumber, reference, status, State, email, mobile_no }: SeenPerson): string {
  const tier = membershipLabels[membership as keyof typeof membershipLabels] ?? membership;
  return [tier, memberNumber, reference, status, State, email, mobile_no].filter(Boolean).join(' · ');
}

/** Where the office goes on; only who may see a record is told its status. */
function Ways({ person: { _id, status, State } }: { person: SeenPerson }) {
  if (!status || State === undefined) return null;
  return (
    <>
      <Link to={paths.admin.review(_id, status)} className={buttonLook('outlined')}>
        Review
      </Link>
      {status === 'Approved' && (
        <Link to={paths.admin.member(_id)} className={buttonLook('outlined')}>
          Directory
        </Link>
      )}
    </>
  );
}

function Event({ event: { at, text, by, path } }: { event: PersonEvent }) {
  return (
    <li className="breaks grid gap-hair pad-y-1">
      <span>{path === '' ? text : <Link to={path}>{text}</Link>}</span>
      <span className="muted small">{[formatDate(at), by].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listConferenceArchive } from '#shared/contracts/conferences.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { Link } from '#web/ui/Link.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Archive } from './Archive.tsx';
import { conferenceEntry } from './archive-entries.ts';
import { pageOf } from './archive-page.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  api(listConferenceArchive, { query: { page: pageOf(request) } });

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = ({ pagination: { currentPage: page } }: Data): PageMeta => ({
  title: page > 1 ? `More conferences, page ${page}` : 'More conferences',
  description: `Further conferences and webinars of the association. Page ${page}.`,
  canonical: paths.conferencesArchive(page),
});

export function Component() {
  const { data, pagination } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title="More conferences">
        <p>
          <Link className="tap" to={paths.conferences}>
            The next conferences
          </Link>
        </p>
      </PageTitle>
      <div className="wrap page-body">
        {data.length === 0 ? (
          <p className="muted">There are no further conferences.</p>
        ) : (
          <Archive
            entries={data.map(conferenceEntry)}
            pagination={pagination}
            address={paths.conferencesArchive}
            label="Pages of conferences"
          />
        )}
      </div>
    </>
  );
}

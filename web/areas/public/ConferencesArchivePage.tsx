import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listConferenceArchive } from '#shared/contracts/conferences.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { ArchivePage } from './Archive.tsx';
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
    <ArchivePage
      title="More conferences"
      latest={{ to: paths.conferences, label: 'The next conferences' }}
      emptyText="There are no further conferences."
      entries={data.map(conferenceEntry)}
      pagination={pagination}
      address={paths.conferencesArchive}
      label="Pages of conferences"
    />
  );
}

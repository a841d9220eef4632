import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listNewsArchive } from '#shared/contracts/news.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { ArchivePage } from './Archive.tsx';
import { newsEntry } from './archive-entries.ts';
import { pageOf } from './archive-page.ts';

export const loader = ({ request }: LoaderFunctionArgs) => api(listNewsArchive, { query: { page: pageOf(request) } });

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = ({ pagination: { currentPage: page } }: Data): PageMeta => ({
  title: page > 1 ? `Earlier news, page ${page}` : 'Earlier news',
  description: `News of the association, older than the latest. Page ${page}.`,
  canonical: paths.newsArchive(page),
});

export function Component() {
  const { data, pagination } = useLoaderData<typeof loader>();
  return (
    <ArchivePage
      title="Earlier news"
      latest={{ to: paths.news, label: 'The latest news' }}
      emptyText="There is nothing older than the latest news."
      entries={data.map(newsEntry)}
      pagination={pagination}
      address={paths.newsArchive}
      label="Pages of earlier news"
    />
  );
}

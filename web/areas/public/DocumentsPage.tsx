import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type LibraryDocument, listDocuments } from '#shared/contracts/library.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { documentLine } from '#web/features/library/document-text.ts';
import { Excerpt } from '#web/features/library/Excerpt.tsx';
import styles from '#web/features/library/Library.module.css';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { Link } from '#web/ui/Link.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { pageOf } from './archive-page.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const search = (query.get('search') ?? '').trim().slice(0, 200);
  const category = (query.get('category') ?? '').trim().slice(0, 200);
  const page = pageOf(request);
  // As a visitor sees it, also for somebody who is logged in: the page is the same for all.
  const answer = await api(listDocuments, { query: { search, category, page } });
  return { ...answer, search, category, page };
}

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = ({ search, category, page }: Data): PageMeta => ({
  title: 'Documents',
  description: 'Circulars, judgments, manuals and forms for public prosecutors, found by every word of their text.',
  canonical: paths.documentsWith('', category, page),
  noIndex: search !== '',
});

export function Component() {
  const { data, categories, pagination, search, category, page } = useLoaderData<typeof loader>();
  const shown = categories.filter(({ name, count }) => count > 0 || name === category);
  const all = categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageTitle title="Documents">
        <p>
          Members find more in the{' '}
          <Link className="tap" to={paths.library}>
            library
          </Link>
          .
        </p>
      </PageTitle>
      <div className="wrap page-body stack one-column gap-3">
        <form method="get" action={paths.documents} className={styles.form}>
          <label>
            Search these documents
            <input
              type="search"
              name="search"
              defaultValue={search}
              key={search}
              maxLength={200}
              enterKeyHint="search"
            />
          </label>
          {category && <input type="hidden" name="category" value={category} />}
          <button type="submit" className="button">
            Search
          </button>
        </form>
        {shown.length > 0 && (
          <ul className={`flush ${styles.categories}`} aria-label="Categories">
            <li>
              <Link to={paths.documentsWith(search)} aria-current={category === '' || undefined}>
                All <span className="small numbers">{all}</span>
              </Link>
            </li>
            {shown.map(({ name, count }) => (
              <li key={name}>
                <Link to={paths.documentsWith(search, name)} aria-current={name === category || undefined}>
                  {name} <span className="small numbers">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {data.length === 0 ? (
          <p className="muted">
            {search !== '' ? messages.library.noneFound : 'No documents have been published yet.'}
          </p>
        ) : (
          <ul className={`flush ${styles.list}`}>
            {data.map((each) => (
              <Entry key={each._id} document={each} search={search} />
            ))}
          </ul>
        )}
        {pagination.totalPages > 1 && (
          <nav className="row gap-2 no-print" aria-label="Pages of the documents">
            {page > 1 && (
              <Link className="button-quiet" rel="prev" to={paths.documentsWith(search, category, page - 1)}>
                Previous<span className="unseen"> page</span>
              </Link>
            )}
            <span>
              Page {page} of {pagination.totalPages}
            </span>
            {page < pagination.totalPages && (
              <Link className="button-quiet" rel="next" to={paths.documentsWith(search, category, page + 1)}>
                Next<span className="unseen"> page</span>
              </Link>
            )}
          </nav>
        )}
      </div>
    </>
  );
}

function Entry({ document, search }: { document: LibraryDocument; search: string }) {
  const { _id, title, summary, hit } = document;
  return (
    <li className={styles.entry}>
      <div>
        <Link className={`text-18 strong breaks serif ${styles.title}`} to={paths.document(_id)} dir="auto">
          {title}
        </Link>
        <span className="muted small breaks">{documentLine(document)}</span>
        {hit && search !== '' ? (
          <Excerpt hit={hit} />
        ) : (
          summary && (
            <p className="flush breaks" dir="auto">
              {summary}
            </p>
          )
        )}
      </div>
    </li>
  );
}

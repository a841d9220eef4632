import { listDocuments } from '#shared/contracts/library.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { DocumentEntry } from '#web/features/library/DocumentEntry.tsx';
import styles from '#web/features/library/Library.module.css';
import { pageNumber } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { T } from '#web/lib/languages/T.ts';
import { href, t } from '#web/lib/languages/text.ts';
import { officeText } from '#web/lib/languages/written-text.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import type { PageAddress } from '#web/site/page-address.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { OfficeText } from '#web/ui/page/Prose.tsx';
import { PageLinks } from './PageLinks.tsx';

export async function load({ query }: PageAddress) {
  const search = (query.get('search') ?? '').trim().slice(0, 200);
  const category = (query.get('category') ?? '').trim().slice(0, 200);
  const page = pageNumber(query.get('page') ?? '1');
  // As a visitor sees it, also for somebody who is logged in: the page is the same for all.
  const answer = await api(listDocuments, { query: { search, category, page } });
  return { ...answer, search, category, page };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ search, category, page }: Data): PageMeta => ({
  title: t('Documents'),
  description: t('Circulars, judgments, manuals and forms for public prosecutors, found by every word of their text.'),
  canonical: paths.documentsWith('', category, page),
  noIndex: search !== '',
});

export function Page({ data: { data, categories, pagination, partial, search, category, page } }: { data: Data }) {
  const shown = categories.filter(({ name, count }) => count > 0 || name === category);
  const all = categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageTitle title={t('Documents')}>
        <p>
          <T>
            Members find more in the{' '}
            <Link className="tap" to={paths.library}>
              {t('library')}
            </Link>
            .
          </T>
        </p>
      </PageTitle>
      <div className="container page-body grid grid-cols-1 gap-3">
        <form method="get" action={href(paths.documents)} className="grid gap-4px">
          <label className="font-semibold" htmlFor="search">
            {t('Search these documents')}
          </label>
          <div className="flex flex-wrap items-center gap-1">
            <input
              id="search"
              className="field grow min-w-0 min-h-touch px-2 py-1"
              type="search"
              name="search"
              defaultValue={search}
              key={search}
              maxLength={200}
              enterKeyHint="search"
            />
            <button type="submit" className="button">
              {t('Search')}
            </button>
          </div>
          {category && <input type="hidden" name="category" value={category} />}
        </form>
        {shown.length > 0 && (
          <ul className={`flex flex-wrap gap-1 m-0 ${styles.categories}`} aria-label={t('Categories')}>
            <li>
              <Link to={paths.documentsWith(search)} aria-current={category === '' || undefined}>
                <T>
                  All <span className="text-14 tabular-nums">{all}</span>
                </T>
              </Link>
            </li>
            {shown.map(({ name, count, hi }) => (
              <li key={name}>
                <Link to={paths.documentsWith(search, name)} aria-current={name === category || undefined}>
                  <OfficeText as="span" {...officeText(name, hi.name)} />{' '}
                  <span className="text-14 tabular-nums">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {partial && <p className="text-muted">{t(messages.library.partial)}</p>}
        {data.length === 0 ? (
          <p className="text-muted">
            {search !== '' ? t(messages.library.noneFound) : t('No documents have been published yet.')}
          </p>
        ) : (
          <ul className="border-t m-0">
            {data.map((each) => (
              <DocumentEntry key={each.id} document={each} search={search} to={paths.document(each.id)} />
            ))}
          </ul>
        )}
        <PageLinks
          page={page}
          pages={pagination.totalPages}
          address={(next) => paths.documentsWith(search, category, next)}
          label={t('Pages of the documents')}
        />
      </div>
    </>
  );
}

import { getNewsItem, listActiveNews, listNewsArchive, type NewsItem } from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { NewsArticle } from '#web/features/news/NewsArticle.tsx';
import { NewsCard } from '#web/features/news/NewsCard.tsx';
import { api } from '#web/lib/calls/api.ts';
import { describedByText, inLanguageOf } from '#web/lib/languages/description.ts';
import { t } from '#web/lib/languages/text.ts';
import { type AssociationInfo, organization } from '#web/lib/meta/association.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';
import type { PageAddress } from '#web/site/page-address.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';
import { Archive } from './Archive.tsx';
import { newsEntry } from './NewsArchivePage.tsx';
import styles from './NewsPage.module.css';

/** A news item as schema.org data; addresses begin with `/`. */
const newsArticleData = (item: NewsItem, association: AssociationInfo) => ({
  '@type': 'NewsArticle',
  headline: item.title,
  inLanguage: inLanguageOf(`${item.title} ${item.description}`),
  datePublished: item.createdAt,
  dateModified: item.updatedAt,
  author: organization(association),
  publisher: organization(association),
  mainEntityOfPage: paths.newsItem(item.id),
  ...(item.picture && { image: [item.picture.src] }),
  contentLocation: { '@type': 'Place', name: item.location },
});

/** The item in the address, or the newest one; a missing item is a 404. */
export async function load({ params, query }: PageAddress) {
  const id = params.id ?? query.get('id');
  const [list, older, item] = await Promise.all([
    quietly(api(listActiveNews, { query: { limit: limits.sidebarNews } })),
    quietly(api(listNewsArchive, { query: {} })),
    id ? api(getNewsItem, { params: { id } }) : null,
  ]);
  const latest = list?.news ?? null;
  return { latest, older, article: item?.news ?? latest?.[0] ?? null, linked: id !== null };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = (data: Data, association: AssociationInfo): PageMeta => {
  const { article, linked } = data;
  const ours = t('News about prosecution in India and about our association.');
  if (!article) return { title: t('News'), description: ours };
  return {
    title: linked ? article.title : t('News'),
    description: describedByText(article.description, ours),
    canonical: linked ? paths.newsItem(article.id) : paths.news,
    type: linked ? 'article' : 'website',
    image: article.picture?.src.replace(/\d+\.webp$/, 'og.jpg'),
    ...{ jsonLd: newsArticleData(article, association) },
  };
};

export function Page({ data: { latest, older, article } }: { data: Data }) {
  return (
    <>
      <PageTitle title={t('News')} />
      <div className={`container page-body grid gap-5 ${styles.columns}`}>
        <div className="min-w-0">
          {article ? (
            <NewsArticle item={article} />
          ) : latest === null ? (
            <NotLoaded what={t('The news')} />
          ) : (
            <p className="text-muted">{t('There is no news yet. Please come back soon.')}</p>
          )}
        </div>
        {latest && latest.length > 0 && (
          <aside className="grid gap-2 self-start no-print" aria-labelledby="latest-news">
            <h2 id="latest-news" className="text-22 m-0">
              {t('Latest News')}
            </h2>
            {latest.map((item) => (
              <NewsCard key={item.id} item={item} compact current={item.id === article?.id} />
            ))}
          </aside>
        )}
        {older && older.data.length > 0 && (
          <section className="min-w-0 col-span-full no-print" aria-labelledby="earlier-news">
            <h2 id="earlier-news" className="text-22 m-0 mb-2">
              {t('Earlier news')}
            </h2>
            <Archive
              entries={older.data.map(newsEntry)}
              pagination={older.pagination}
              address={paths.newsArchive}
              label={t('Pages of earlier news')}
            />
          </section>
        )}
      </div>
    </>
  );
}

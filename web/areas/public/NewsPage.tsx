import { useEffect, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getNewsItem, listActiveNews } from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { NewsArticle } from '#web/features/news/NewsArticle.tsx';
import { NewsCard } from '#web/features/news/NewsCard.tsx';
import { api } from '#web/lib/api.ts';
import { type PageMeta, quietly } from '#web/lib/page.ts';
import { paths } from '#web/paths.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { NotLoaded } from '#web/ui/TryAgain.tsx';
import styles from './NewsPage.module.css';

/** The item of the address, or the newest one; an item that is not there is a 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const id = params.id ?? new URL(request.url).searchParams.get('id');
  const [list, wanted] = await Promise.all([
    quietly(api(listActiveNews, { query: { limit: limits.sidebarNews } })),
    id ? api(getNewsItem, { params: { id } }) : null,
  ]);
  const latest = list?.news ?? null;
  return { latest, article: wanted?.news ?? latest?.[0] ?? null, linked: id !== null };
}

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = (data?: Data): PageMeta => {
  const article = data?.article;
  if (!article) return { title: 'News', description: 'News about prosecution in India and about our association.' };
  return {
    title: data.linked ? article.Newstitle : 'News',
    description: article.Description.replace(/\s+/g, ' ').slice(0, 155),
    canonical: data.linked ? paths.newsItem(article._id) : paths.news,
    type: data.linked ? 'article' : 'website',
    image: article.picture?.src.replace(/\d+\.webp$/, 'og.jpg'),
    jsonLd: {
      '@type': 'NewsArticle',
      headline: article.Newstitle,
      datePublished: article.createdAt,
      mainEntityOfPage: paths.newsItem(article._id),
      ...(article.picture && { image: [article.picture.src] }),
      contentLocation: { '@type': 'Place', name: article.Location },
    },
  };
};

export function Component() {
  const { latest, article } = useLoaderData<typeof loader>();
  const main = useRef<HTMLDivElement>(null);
  const shown = useRef(article?._id);
  useEffect(() => {
    if (shown.current === article?._id) return;
    shown.current = article?._id;
    // On a phone the cards stand below the article: the new one is brought before the eye.
    main.current?.scrollIntoView({ block: 'start' });
    main.current?.focus({ preventScroll: true });
  }, [article?._id]);

  return (
    <>
      <PageTitle title="News" />
      <div className={`wrap ${styles.columns}`}>
        <div ref={main} tabIndex={-1} className={styles.main}>
          {article ? (
            <NewsArticle item={article} />
          ) : latest === null ? (
            <NotLoaded what="The news" />
          ) : (
            <p className={styles.empty}>There is no news yet. Please come back soon.</p>
          )}
        </div>
        {latest && latest.length > 0 && (
          <aside className={styles.side} aria-labelledby="latest-news">
            <h2 id="latest-news" className={styles.heading}>
              Latest News
            </h2>
            {latest.map((item) => (
              <NewsCard key={item._id} item={item} compact current={item._id === article?._id} />
            ))}
          </aside>
        )}
      </div>
    </>
  );
}

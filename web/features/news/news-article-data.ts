import type { NewsItem } from '#shared/contracts/news.ts';
import { paths } from '#shared/paths.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { organization } from '#web/lib/organization.ts';

/** A news item as schema.org data; addresses begin with `/`. */
export const newsArticleData = (item: NewsItem, association: AssociationInfo) => ({
  '@type': 'NewsArticle',
  headline: item.Newstitle,
  datePublished: item.createdAt,
  dateModified: item.updatedAt,
  author: organization(association),
  publisher: organization(association),
  mainEntityOfPage: paths.newsItem(item._id),
  ...(item.picture && { image: [item.picture.src] }),
  contentLocation: { '@type': 'Place', name: item.Location },
});

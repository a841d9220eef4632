import { escapeMarkup } from '#server/platform/calendar-text.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { paths } from '#shared/paths.ts';

export interface FeedOptions {
  /** The site's address without a trailing slash. */
  origin: string;
  association: string;
}

/** News as an Atom feed (RFC 4287), newest first. An item keeps its id when the site moves. */
export function newsFeed(items: NewsItem[], { origin, association }: FeedOptions): string {
  const text = escapeMarkup;
  const updated =
    items
      .map((item) => item.updatedAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  const entries = items.map((item) => {
    const picture = item.picture ? `<p><img src="${origin}${text(item.picture.src)}" alt=""></p>` : '';
    const content = `${picture}<p>${text(item.Location)}</p>${paragraphs(item.Description)}`;
    return `  <entry>
    <id>urn:uuid:${item._id}</id>
    <title>${text(item.Newstitle)}</title>
    <link rel="alternate" type="text/html" href="${origin}${text(paths.newsItem(item._id))}"/>
    <published>${item.createdAt}</published>
    <updated>${item.updatedAt}</updated>
    <content type="html">${text(content)}</content>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">
  <id>${origin}/feed.xml</id>
  <title>${text(association)}: News</title>
  <author><name>${text(association)}</name></author>
  <link rel="self" type="application/atom+xml" href="${origin}/feed.xml"/>
  <link rel="alternate" type="text/html" href="${origin}/news"/>
  <updated>${updated}</updated>
${entries.join('')}</feed>
`;
}

/** Plain text as HTML: an empty line begins a paragraph, line breaks are kept. */
export function paragraphs(text: string): string {
  return text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeMarkup(paragraph.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

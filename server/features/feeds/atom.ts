import type { FeedEntry } from '#server/feature.ts';
import { escapeMarkup } from '#server/platform/calendar-text.ts';

export interface FeedOptions {
  /** The site's address without a trailing slash. */
  origin: string;
  association: string;
}

/** What is new as an Atom feed (RFC 4287), newest first. An entry keeps its id when the site moves. */
export function atomFeed(newest: readonly FeedEntry[], { origin, association }: FeedOptions): string {
  const text = escapeMarkup;
  const updated = new Date(Math.max(0, ...newest.map((entry) => entry.updatedAt.getTime()))).toISOString();
  const entries = newest.map((entry) => {
    const picture = entry.picture ? `<p><img src="${origin}${text(entry.picture)}" alt=""></p>` : '';
    const content = `${picture}${entry.place ? `<p>${text(entry.place)}</p>` : ''}${paragraphs(entry.text)}`;
    return `  <entry>
    <id>urn:uuid:${entry.id}</id>
    <title>${text(entry.title)}</title>
    <link rel="alternate" type="text/html" href="${origin}${text(entry.path)}"/>
    <published>${entry.createdAt.toISOString()}</published>
    <updated>${entry.updatedAt.toISOString()}</updated>
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

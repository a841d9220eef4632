// Writes the site's news in the import formats of Ghost and WordPress: node bench/peers/articles.ts FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteDatabase } from './site-database.ts';

interface Article {
  id: string;
  title: string;
  description: string;
  at: Date;
}

const folder = process.argv[2] ?? '.';
const database = siteDatabase();
const { rows } = await database.query<Article>(
  'select id, title, description, created_at as at from news where active order by created_at desc limit 400',
);
await database.end();
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const html = ({ description }: Article) =>
  description
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
    .join('');

const posts = rows.map((article) => ({
  title: article.title,
  slug: `news-${article.id}`,
  status: 'published',
  published_at: article.at.toISOString(),
  mobiledoc: JSON.stringify({
    version: '0.3.1',
    markups: [],
    atoms: [],
    cards: [['html', { cardName: 'html', html: html(article) }]],
    sections: [[10, 0]],
  }),
}));
const items = rows.map(
  (article) => `<item><title>${escaped(article.title)}</title><wp:post_name>news-${article.id}</wp:post_name>
<content:encoded><![CDATA[${html(article)}]]></content:encoded><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
<wp:post_date_gmt>${article.at.toISOString().slice(0, 19).replace('T', ' ')}</wp:post_date_gmt></item>`,
);
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'ghost.json'),
  JSON.stringify({ db: [{ meta: { exported_on: Date.now(), version: '6.0.0' }, data: { posts } }] }),
);
writeFileSync(
  join(folder, 'wordpress.xml'),
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>News</title><wp:wxr_version>1.2</wp:wxr_version>
${items.join('\n')}
</channel></rss>
`,
);
console.log(`${rows.length} articles in ${folder}: ghost.json, wordpress.xml; the first is news-${rows[0]?.id}`);

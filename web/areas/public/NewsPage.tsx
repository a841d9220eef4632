import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'News' };

export function Component() {
  return <h1>News</h1>;
}

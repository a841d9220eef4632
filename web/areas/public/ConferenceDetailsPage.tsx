import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Conference' };

export function Component() {
  return <h1>Conference</h1>;
}

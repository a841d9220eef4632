import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Gallery' };

export function Component() {
  return <h1>Gallery</h1>;
}

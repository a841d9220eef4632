import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'About' };

export function Component() {
  return <h1>ABOUT</h1>;
}

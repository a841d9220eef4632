import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Contact' };

export function Component() {
  return <h1>Contact</h1>;
}

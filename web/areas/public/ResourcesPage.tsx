import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Resources' };

export function Component() {
  return <h1>Information about INDIA Prosecutors</h1>;
}

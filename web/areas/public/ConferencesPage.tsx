import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Conferences' };

export function Component() {
  return <h1>Conferences</h1>;
}

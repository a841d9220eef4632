import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Privacy Policy' };

export function Component() {
  return <h1>Privacy Policy</h1>;
}

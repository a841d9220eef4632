import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Refund Policy' };

export function Component() {
  return <h1>Refund Policy</h1>;
}

import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Membership' };

export function Component() {
  return <h1>Membership</h1>;
}

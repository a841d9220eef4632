import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Payment' };

export function Component() {
  return <h1>Payment</h1>;
}

import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = { title: 'Terms and Conditions' };

export function Component() {
  return <h1>Terms and Conditions</h1>;
}

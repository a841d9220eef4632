import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = {};

export function Component() {
  return <h1>Welcome</h1>;
}

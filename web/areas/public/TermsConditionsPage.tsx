import { PolicyPage } from '#web/features/policies/PolicyPage.tsx';
import { terms } from '#web/features/policies/terms.ts';
import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = {
  title: terms.title,
  description: 'The terms of this website and of membership in the association.',
};

export function Component() {
  return <PolicyPage policy={terms} />;
}

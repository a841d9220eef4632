import { PolicyPage } from '#web/features/policies/PolicyPage.tsx';
import { privacyPolicy } from '#web/features/policies/privacy-policy.ts';
import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = {
  title: privacyPolicy.title,
  description: 'What personal data the association keeps, why, for how long, who sees it, and the rights you have.',
};

export function Component() {
  return <PolicyPage policy={privacyPolicy} />;
}

import { PolicyPage } from '#web/features/policies/PolicyPage.tsx';
import { refundPolicy } from '#web/features/policies/refund-policy.ts';
import type { PageMeta } from '#web/lib/page.ts';

export const meta: PageMeta = {
  title: refundPolicy.title,
  description: 'When and how fees and purchases are refunded.',
};

export function Page() {
  return <PolicyPage policy={refundPolicy} />;
}

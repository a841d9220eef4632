import { PolicyPage } from '#web/features/policies/PolicyPage.tsx';
import { refundPolicy } from '#web/features/policies/refund-policy.ts';
import { msg } from '#web/lib/languages/text.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';

export const meta: PageMeta = {
  title: refundPolicy.title,
  description: msg('When and how fees and purchases are refunded.'),
};

export function Page() {
  return <PolicyPage policy={refundPolicy} />;
}

import { getSettings } from '#shared/contracts/settings.ts';
import { retentionValues } from '#web/features/policies/document.ts';
import { PolicyPage } from '#web/features/policies/PolicyPage.tsx';
import { privacyPolicy } from '#web/features/policies/privacy-policy.ts';
import { api } from '#web/lib/calls/api.ts';
import { msg } from '#web/lib/languages/text.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';

export async function load() {
  return retentionValues(await quietly(api(getSettings)));
}

export const meta: PageMeta = {
  title: privacyPolicy.title,
  description: msg(
    'Which personal data the association keeps, why, for how long, who can see it, and what rights you have.',
  ),
};

export function Page({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  return <PolicyPage policy={privacyPolicy} values={data} />;
}

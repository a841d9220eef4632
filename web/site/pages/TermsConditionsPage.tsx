import { getSettings } from '#shared/contracts/settings.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { type MembershipValue, membershipValues } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { laterSentence } from '#shared/owed.ts';
import { retentionValues } from '#web/features/policies/document.ts';
import { PolicyPage } from '#web/features/policies/PolicyPage.tsx';
import { terms } from '#web/features/policies/terms.ts';
import { api } from '#web/lib/calls/api.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';

/** The fees and periods that the office has set; a membership that is not offered has no fee. */
export async function load() {
  const [memberships, settings] = await Promise.all([quietly(api(getMemberships)), quietly(api(getSettings))]);
  const feeOf = (membership: MembershipValue) => {
    const tier = memberships?.data.find((each) => each.membership === membership);
    return tier?.offered ? formatRupees(tier.fee) : '';
  };
  const [patron, lifetime, individual] = membershipValues;
  return {
    ...retentionValues(settings),
    patronFee: feeOf(patron),
    lifetimeFee: feeOf(lifetime),
    individualFee: feeOf(individual),
    annualSubscription: memberships ? formatRupees(memberships.annualSubscription) : '',
    subscription: memberships?.subscription,
  };
}

export const meta: PageMeta = {
  title: terms.title,
  description: msg('The terms that govern this website and membership of the association.'),
};

export function Page({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  const { subscription, ...values } = data;
  const subscriptionLater = subscription ? t(laterSentence(subscription)) : '';
  return <PolicyPage policy={terms} values={{ ...values, subscriptionLater }} />;
}

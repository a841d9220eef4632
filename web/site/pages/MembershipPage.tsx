import { getMemberships } from '#shared/contracts/tiers.ts';
import { laterSentence, owedSentence } from '#shared/owed.ts';
import { waitingForPayment } from '#shared/rendered-page.ts';
import { draftKey } from '#web/features/registrations/apply/accepted-terms.ts';
import { PaymentArea } from '#web/features/registrations/apply/PaymentArea.tsx';
import { Registration } from '#web/features/registrations/apply/Registration.tsx';
import { TiersInfo } from '#web/features/tiers/TiersInfo.tsx';
import { TierTabs } from '#web/features/tiers/TierTabs.tsx';
import { api } from '#web/lib/calls/api.ts';
import { t } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import type { PageAddress } from '#web/site/page-address.ts';

export async function load({ query }: PageAddress) {
  const { data, payment, subscription, online } = await api(getMemberships);
  return {
    tiers: data.filter((tier) => tier.offered),
    payment,
    subscription,
    online,
    paying: query.get('isRegistered') === 'true',
    wanted: query.get('membership'),
  };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ paying }: Data): PageMeta =>
  paying
    ? { title: t('Payment'), noIndex: true }
    : {
        title: t('Membership'),
        description: t(
          'Patron, Permanent/Lifetime and Individual membership for public prosecutors in India: fees, benefits, terms and online registration.',
        ),
      };

/** The tiers and terms; or the payment step of a registration. */
export function Page({ data: { tiers, payment, subscription, online, paying, wanted } }: { data: Data }) {
  const association = useAssociation();
  if (paying) {
    const later = t(laterSentence(subscription));
    return <Island name="PaymentArea" of={PaymentArea} props={{ payment, online, later, association }} when="load" />;
  }
  const owed = tiers.map(({ fee }) => t(owedSentence(fee, subscription)));
  return (
    <TiersInfo
      tiers={tiers}
      subscription={subscription}
      tabs={<Island name="TierTabs" of={TierTabs} props={{ tiers, owed }} />}
    >
      {tiers.length > 0 && (
        <div>
          <Island name="Waiting" when={`local:${waitingForPayment}`} />
          <Island
            name="Registration"
            of={Registration}
            props={{ tiers, chosen: tiers.find(({ membership }) => membership === wanted), association }}
            when={`tab:${draftKey} #register`}
            ahead={['web/features/registrations/apply/RegistrationForm.tsx']}
          />
        </div>
      )}
    </TiersInfo>
  );
}

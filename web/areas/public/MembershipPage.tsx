import { useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { chooseTier } from '#web/features/registrations/apply/accepted-terms.ts';
import { PaymentArea } from '#web/features/registrations/apply/PaymentArea.tsx';
import { Registration } from '#web/features/registrations/apply/Registration.tsx';
import { TiersInfo } from '#web/features/tiers/TiersInfo.tsx';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';

export async function loader() {
  const { data, payment, annualSubscription, online } = await api(getMemberships);
  return { tiers: data.filter((tier) => tier.offered), payment, annualSubscription, online };
}

type Data = Awaited<ReturnType<typeof loader>>;

export function meta(_data: Data, location: { search: string }): PageMeta {
  if (isPaying(new URLSearchParams(location.search))) return { title: 'Payment', noIndex: true };
  return {
    title: 'Membership',
    description:
      'Patron, Permanent/Lifetime and Individual membership for public prosecutors in India: fees, benefits, terms and online registration.',
  };
}

function isPaying(query: URLSearchParams): boolean {
  return query.get('isRegistered') === 'true';
}

export function Component() {
  const { tiers, payment, annualSubscription, online } = useLoaderData<typeof loader>();
  const association = useAssociation();
  const [query] = useSearchParams();
  const [accepted, setAccepted] = useState(false);
  if (isPaying(query)) {
    return <PaymentArea id={query.get('id') ?? ''} payment={payment} online={online} association={association} />;
  }
  return (
    <TiersInfo tiers={tiers} annualSubscription={annualSubscription} folded={accepted} onChoose={chooseTier}>
      {tiers.length > 0 && (
        <Registration
          tiers={tiers}
          chosen={tiers.find(({ membership }) => membership === query.get('membership'))}
          accepted={accepted}
          onAccepted={setAccepted}
          association={association}
        />
      )}
    </TiersInfo>
  );
}

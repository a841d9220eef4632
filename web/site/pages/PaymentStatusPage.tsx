import { paths } from '#shared/paths.ts';
import { lookAfterSeconds, PaymentStatus } from '#web/features/registrations/apply/PaymentStatus.tsx';
import { href, msg } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import type { PageAddress } from '#web/site/page-address.ts';

export const load = ({ query }: PageAddress) => ({
  status: query.get('status') ?? '',
  again: query.get('again') ?? '',
});

export const meta: PageMeta = { title: msg('Payment'), noIndex: true };

/** The end of the registration; success or failure depends on the address alone, the reference is this tab's. */
export function Page({ data }: { data: ReturnType<typeof load> }) {
  const { status, again } = data;
  return (
    <>
      {status === 'pending' && again !== '' && (
        <noscript>
          <meta httpEquiv="refresh" content={`${lookAfterSeconds}; url=${href(paths.paymentAgain(again))}`} />
        </noscript>
      )}
      <Island name="PaymentStatus" of={PaymentStatus} props={{ ...data, association: useAssociation() }} when="load" />
    </>
  );
}

import type { RefusedForm } from '#shared/rendered-page.ts';
import { GrievanceOfficer } from '#web/features/policies/GrievanceOfficer.tsx';
import { msg, t } from '#web/lib/languages/text.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import type { PageAddress } from '#web/site/page-address.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { ContactSection } from './ContactSection.tsx';

export function load({ query }: PageAddress) {
  return { sent: query.has('sent') };
}

type Data = ReturnType<typeof load>;

export const meta: PageMeta = {
  title: msg('Contact'),
  description: msg('Write to the office of the association, or find its address, telephone and e-mail.'),
};

export function Page({ data: { sent }, refused }: { data: Data; refused?: RefusedForm | undefined }) {
  return (
    <>
      <PageTitle title={t('Contact us')} />
      {sent && (
        <div className="container">
          <p className="font-semibold border-l-good text-good bg-surface p-2" role="status">
            {t('Thank you. Your message is with the office.')}
          </p>
        </div>
      )}
      <ContactSection headed={false} refused={refused} />
      <GrievanceOfficer />
    </>
  );
}

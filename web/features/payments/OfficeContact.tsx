import { paths } from '#shared/paths.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import type { AssociationInfo } from '#web/lib/meta/association.ts';
import { Link } from '#web/ui/page/Link.tsx';

/** The office's contact details from the settings. */
export function OfficeContact({ association }: { association: AssociationInfo }) {
  const email = association.supportEmail || association.officeEmail;
  const { phone } = association;
  return (
    <p>
      {email && (
        <>
          <T>
            E-mail <a href={`mailto:${email}`}>{email}</a>.
          </T>{' '}
        </>
      )}
      {phone && (
        <>
          <T>
            Telephone <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>.
          </T>{' '}
        </>
      )}
      <T>
        Write to the office through the <Link to={paths.contact}>{t('contact form')}</Link>.
      </T>
    </p>
  );
}

import { paths } from '#shared/paths.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { Link } from '#web/ui/page/Link.tsx';

/** The office's contact details from the settings. */
export function OfficeContact({ association }: { association: AssociationInfo }) {
  const email = association.supportEmail || association.officeEmail;
  const { phone } = association;
  return (
    <p>
      {email && (
        <>
          E-mail <a href={`mailto:${email}`}>{email}</a>.{' '}
        </>
      )}
      {phone && (
        <>
          Telephone <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>.{' '}
        </>
      )}
      Write to the office through the <Link to={paths.contact}>contact form</Link>.
    </p>
  );
}

import type { RefusedForm } from '#shared/rendered-page.ts';
import { ContactForm } from '#web/features/contact/ContactForm.tsx';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { Island } from '#web/site/Island.tsx';
import styles from './ContactSection.module.css';

interface Props {
  headed?: boolean;
  /** A form that was posted without a script and refused. */
  refused?: RefusedForm | undefined;
}

/** The contact form beside the office's addresses; unset addresses are left out. */
export function ContactSection({ headed = true, refused }: Props) {
  const { name, nameLang, address, phone, officeEmail, supportEmail } = useAssociation();
  const email = officeEmail || supportEmail;
  const OfficeHeading = headed ? 'h3' : 'h2';
  return (
    <section
      className="section bg-surface border-t"
      aria-labelledby={headed ? 'contact' : undefined}
      aria-label={headed ? undefined : t('Contact form')}
    >
      <div className="container grid gap-5 grid-cols-3fr-2fr-from-md">
        <div>
          {headed && <h2 id="contact">{t('Contact us')}</h2>}
          <Island name="ContactForm" of={ContactForm} props={{ refused }} />
        </div>
        <div className={`bg-paper p-3 ${styles.office}`}>
          <OfficeHeading className="mb-1" lang={nameLang}>
            {name}
          </OfficeHeading>
          <p>
            <T>
              For questions about membership, conferences or this website, please write to us using the form. The office
              will reply by e-mail or telephone.
            </T>
          </p>
          {address && (
            <p className="whitespace-pre-line" lang={langOf(address)}>
              {address}
            </p>
          )}
          <dl className="m-0">
            {phone && (
              <div>
                <dt>{t('Phone')}</dt>
                <dd>
                  <a className="tap" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                    {phone}
                  </a>
                </dd>
              </div>
            )}
            {email && (
              <div>
                <dt>{t('E-mail')}</dt>
                <dd>
                  <a className="tap" href={`mailto:${email}`}>
                    {email}
                  </a>
                </dd>
              </div>
            )}
          </dl>
        </div>
      </div>
    </section>
  );
}

import { useAssociation } from '#web/lib/useAssociation.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { DocumentBody } from './DocumentBody.tsx';
import { fillDocument, type PolicyDocument } from './document.ts';
import styles from './PolicyPage.module.css';

/** A policy with the office's details filled in. */
export function PolicyPage({ policy }: { policy: PolicyDocument }) {
  const { name, supportEmail, officeEmail, phone, address } = useAssociation();
  const filled = fillDocument(policy, {
    associationName: name,
    supportEmail: supportEmail || officeEmail,
    phone,
    address: address.replace(/\s*\n\s*/g, ', '),
  });
  return (
    <>
      <PageTitle title={filled.title}>
        <p>Effective date: {filled.effectiveDate}</p>
      </PageTitle>
      <div className={`wrap ${styles.body}`}>
        <DocumentBody document={filled} />
      </div>
    </>
  );
}

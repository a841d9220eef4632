import { policiesEffectiveOn } from '#shared/legal.ts';
import { formatLongDay, formatPolicyDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { DocumentBody } from './DocumentBody.tsx';
import { type DocumentValues, fillDocument, type PolicyDocument } from './document.ts';

/** Said only where there is another text than the English one. */
const ofTranslations = msg('This is a translation. Where it differs from the English text, the English text decides.');

interface Props {
  policy: PolicyDocument;
  /** This policy's values besides those of the association and its office. */
  values?: DocumentValues;
}

/** A policy with the office's details filled in. */
export function PolicyPage({ policy, values }: Props) {
  const { name, supportEmail, officeEmail, phone, address, grievanceOfficer: officer } = useAssociation();
  const inSentence = t('the {name}', { name: name.replace(/^the\s+/i, '') });
  const filled = fillDocument(policy, {
    associationName: name,
    theAssociation: inSentence,
    TheAssociation: inSentence.charAt(0).toUpperCase() + inSentence.slice(1),
    supportEmail: supportEmail || officeEmail,
    phone,
    address: address.replace(/\s*\n\s*/g, ', '),
    officer: [officer?.name, officer?.designation].filter(Boolean).join(', '),
    officerEmail: officer?.email,
    officerPhone: officer?.phone,
    ...values,
  });
  return (
    <>
      <PageTitle title={t(filled.title)}>
        <p>
          <T>Effective date: {formatPolicyDay(policiesEffectiveOn)}</T>
        </p>
        <p>
          <T>Last revised: {formatLongDay(filled.revisedOn)}</T>
        </p>
        {t(ofTranslations) !== ofTranslations && <p>{t(ofTranslations)}</p>}
      </PageTitle>
      <div className="container page-body">
        <DocumentBody document={filled} />
      </div>
    </>
  );
}

import type { Association } from '#shared/contracts/settings.ts';

/** The association as it is before the office has entered its details, or where they cannot be read: only its name. */
export const unknownAssociation: Association = {
  name: 'All India Association of Public Prosecutors',
  shortName: 'All India Prosecutors',
  phone: '',
  supportEmail: '',
  officeEmail: '',
  address: '',
  socialLinks: [],
};

/** The day from which the policies have been in force. */
export const policiesEffectiveOn = '2025-01-01';

/** The days on which the policies were last revised, as `YYYY-MM-DD`. Change one together with its text. */
export const policiesRevisedOn = {
  privacyPolicy: '2026-11-25',
  terms: '2026-11-28',
  refundPolicy: '2026-11-21',
} as const;

/**
 * The version of the terms and of the privacy policy that an applicant accepts: the later revision day
 * of the two. It is stored with the registration.
 */
export const currentTermsVersion =
  policiesRevisedOn.terms > policiesRevisedOn.privacyPolicy ? policiesRevisedOn.terms : policiesRevisedOn.privacyPolicy;

/** For the footer: the year in which the site was first published. */
export const copyrightYear = policiesEffectiveOn.slice(0, 4);

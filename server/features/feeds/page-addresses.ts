import { paths } from '#shared/paths.ts';

/** The pages for search engines, beside those that features declare, spelt as the site spells them. */
export const publicPages = [
  paths.home,
  paths.about,
  paths.resources,
  paths.gallery,
  paths.membership,
  paths.contact,
  paths.privacyPolicy,
  paths.termsConditions,
  paths.refundPolicy,
];

/** Pages without use for them. The site ignores the case of paths, search engines do not, so both spellings are listed. */
export const privatePaths = [
  '/admin',
  '/Admin',
  '/api',
  '/directory',
  '/Directory',
  '/Profile',
  '/profile',
  '/ChangePassword',
  '/Library',
  '/library',
  '/changepassword',
  '/paymentStatus',
  '/paymentstatus',
] as const;

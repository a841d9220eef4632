import { paths } from '#shared/paths.ts';

/** The pages that search engines are told of, spelt as the site spells them. */
export const publicPages = [
  paths.home,
  paths.about,
  paths.news,
  paths.conferences,
  paths.resources,
  paths.gallery,
  paths.membership,
  paths.contact,
  paths.privacyPolicy,
  paths.termsConditions,
  paths.refundPolicy,
];

/** What is of no use to them. The site matches paths in any case, search engines do not, so both spellings are named. */
export const privatePaths = [
  '/admin',
  '/Admin',
  '/api',
  '/directory',
  '/Directory',
  '/Profile',
  '/profile',
  '/ChangePassword',
  '/changepassword',
  '/paymentStatus',
  '/paymentstatus',
] as const;

/** The pages that search engines are told of, spelt as the site spells them. */
export const publicPages = [
  '/',
  '/about',
  '/news',
  '/conferences',
  '/resources',
  '/Gallery',
  '/membership',
  '/contact-us',
  '/PrivacyPolicy',
  '/TermsConditions',
  '/RefundPolicy',
] as const;

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

export const newsPage = (id: string) => `/news?id=${encodeURIComponent(id)}`;
export const conferencePage = (id: string) => `/ConferencesDetails/${encodeURIComponent(id)}`;

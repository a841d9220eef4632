/** Every address of the site, spelt as people know it; the router matches in any case. */
export const paths = {
  home: '/',
  about: '/about',
  news: '/news',
  newsItem: (id: string) => `/news?id=${encodeURIComponent(id)}`,
  conferences: '/conferences',
  conference: (id: string) => `/ConferencesDetails/${encodeURIComponent(id)}`,
  resources: '/resources',
  gallery: '/Gallery',
  membership: '/membership',
  /** The payment step of a registration; `membership` is only told, the record decides. */
  payment: (id: string, membership: string) =>
    `/membership?isRegistered=true&id=${encodeURIComponent(id)}&membership=${encodeURIComponent(membership)}`,
  /** The membership page after the payment step. */
  registered: '/membership?isRegistered=false',
  contact: '/contact-us',
  privacyPolicy: '/PrivacyPolicy',
  termsConditions: '/TermsConditions',
  refundPolicy: '/RefundPolicy',
  paymentStatus: '/paymentStatus',
  paymentSucceeded: '/paymentStatus?status=success',
  /** The home page with the login dialog open: what the Login link points to where no script runs. */
  login: '/?login',

  directory: '/directory',
  profile: '/Profile',
  changePassword: '/ChangePassword',

  admin: {
    root: '/admin',
    login: '/admin/Login',
    overview: '/admin/Overview',
    registrations: '/admin/Registrations',
    directory: '/admin/Directory',
    conferences: '/admin/Conferences',
    news: '/admin/News',
    gallery: '/admin/Gallery',
    resources: '/admin/Resources',
    memberships: '/admin/Memberships',
    contacts: '/admin/Contact',
    settings: '/admin/Settings',
    changePassword: '/admin/ChangePassword',
    administrators: '/admin/Administrators',
    log: '/admin/Log',
  },
} as const;

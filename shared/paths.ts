/** Every address of the site in its displayed spelling; the router ignores case. */
export const paths = {
  home: '/',
  about: '/about',
  news: '/news',
  newsItem: (id: string) => `/news?id=${encodeURIComponent(id)}`,
  /** The news as an Atom feed. */
  newsFeed: '/feed.xml',
  /** One of the files of a sitemap that is too long for one. */
  sitemapFile: (file: string) => `/sitemap-${file}.xml`,
  newsArchive: (page = 1) => `/news/archive${page > 1 ? `?page=${page}` : ''}`,
  conferences: '/conferences',
  conferencesArchive: (page = 1) => `/conferences/archive${page > 1 ? `?page=${page}` : ''}`,
  conference: (id: string) => `/ConferencesDetails/${encodeURIComponent(id)}`,
  /** A conference as a calendar file. */
  conferenceCalendar: (id: string) => `/conferences/${id}.ics`,
  resources: '/resources',
  documents: '/documents',
  /** The public documents that a text finds. */
  documentsWith: (search: string, category = '', page = 1) => {
    const query = new URLSearchParams();
    if (search) query.set('search', search);
    if (category) query.set('category', category);
    if (page > 1) query.set('page', String(page));
    return query.size > 0 ? `/documents?${query}` : '/documents';
  },
  /** The public page of a document. */
  document: (id: string) => `/documents/${encodeURIComponent(id)}`,
  /** A file of a document; `key` says which, and who may open it. */
  documentFile: (id: string, key: string) => `/documents/${id}/${key}`,
  gallery: '/Gallery',
  officeBearers: '/office-bearers',
  membership: '/membership',
  /** The membership page with a tier chosen, at the terms to accept. */
  join: (membership: string) => `/membership?membership=${encodeURIComponent(membership)}#accept`,
  /** The payment step of a registration; `membership` is only informative, the record decides. */
  payment: (id: string, membership: string) =>
    `/membership?isRegistered=true&id=${encodeURIComponent(id)}&membership=${encodeURIComponent(membership)}`,
  /** The membership page after the payment step. */
  registered: '/membership?isRegistered=false',
  contact: '/contact-us',
  privacyPolicy: '/PrivacyPolicy',
  termsConditions: '/TermsConditions',
  refundPolicy: '/RefundPolicy',
  /** Pages of applicants; the secret of the mailed link follows `#`. */
  application: '/application',
  correction: '/correction',
  /** A guest's own page of a conference; the secret follows `#`. */
  participation: '/participation',
  /** Where a member confirms another e-mail; the secret follows `#`. */
  email: '/email',
  /** For somebody whose account was used by another; the secret follows `#`. */
  notMe: '/not-me',
  /** Where visitors ask the association; the secret of the mailed link follows `#`. */
  ask: '/ask',
  paymentStatus: '/paymentStatus',
  paymentSucceeded: '/paymentStatus?status=success',
  /** While the gateway has not confirmed it; `again` says which one, and '' that nobody can tell. */
  paymentPending: (again = '') => `/paymentStatus?status=pending${again && `&again=${encodeURIComponent(again)}`}`,
  paymentFailed: '/paymentStatus?status=failed',
  /** Where the gateway sends people back to. */
  paymentReturn: '/payments/return',
  /** Where the gateway tells what has happened. */
  paymentNotice: '/payments/razorpay',
  /** Looks again whether a payment has been confirmed, and leads to the page that says so. */
  paymentAgain: (again: string) => `/payments/return?again=${encodeURIComponent(again)}`,
  /** The home page with the login dialog open: the Login link's address without scripts. */
  login: '/?login',
  /** The home page, which logs out. Only the site's own scripts understand it. */
  logout: '/?logout',

  memberHome: '/Member-home',
  directory: '/directory',
  profile: '/Profile',
  changePassword: '/ChangePassword',
  membershipStatus: '/Membership-status',
  memberCard: '/Member-card',
  /** What a member asks of the association. */
  cases: '/Cases',
  case: (id: string) => `/Cases/${encodeURIComponent(id)}`,
  myConferences: '/My-conferences',
  circulars: '/Circulars',
  votes: '/Votes',
  /** A member's page of one vote. */
  vote: (id: string) => `/Votes/${encodeURIComponent(id)}`,
  secretBallot: '/Votes/Secrecy',
  /** The result of a vote for everybody, where it is public. */
  voteResult: (id: string) => `/VoteResult/${encodeURIComponent(id)}`,
  library: '/Library',
  /** A document for members; with `search`, where that was found. */
  libraryDocument: (id: string, search = '') =>
    `/Library/${encodeURIComponent(id)}${search && `?search=${encodeURIComponent(search)}`}`,
  /** Where a member unsubscribes from circulars, without a login. */
  unsubscribe: (code: string) => `/unsubscribe/${encodeURIComponent(code)}`,
  /** A member's calendar of conferences, to subscribe to. */
  calendar: (secret: string) => `/calendar/${secret}.ics`,
  /** Where anybody verifies a receipt or a member card. */
  verify: (code: string) => `/verify/${encodeURIComponent(code)}`,
  /** A font of that page. */
  verifyFont: (file: string) => `/verify/fonts/${file}`,

  admin: {
    root: '/admin',
    login: '/admin/Login',
    overview: '/admin/Overview',
    registrations: '/admin/Registrations',
    /** The registrations with one record's review open. */
    review: (id: string, status: string) =>
      `/admin/Registrations?tab=${encodeURIComponent(status)}&review=${encodeURIComponent(id)}`,
    /** The registrations that match a text. */
    registrationsWith: (status: string, text: string) =>
      `/admin/Registrations?tab=${encodeURIComponent(status)}&search=${encodeURIComponent(text)}`,
    imports: '/admin/Import',
    /** One list of existing members. */
    import: (id: string) => `/admin/Import?list=${encodeURIComponent(id)}`,
    payments: '/admin/Payments',
    /** The bank statement. */
    reconcile: '/admin/Reconcile',
    shares: '/admin/Shares',
    /** The subscription paid from the salary. */
    checkoff: '/admin/Checkoff',
    /** The payments with one open, found by its receipt. */
    receipt: (paymentId: string, number: string) =>
      `/admin/Payments?state=all&search=${encodeURIComponent(number)}&open=${encodeURIComponent(paymentId)}`,
    /** All payments that match a text. */
    paymentsWith: (text: string) => `/admin/Payments?state=all&search=${encodeURIComponent(text)}`,
    directory: '/admin/Directory',
    /** The members in whose records something is missing, or the e-mail. */
    incomplete: (what: 'true' | 'login') => `/admin/Directory?incomplete=${what}`,
    /** People whose e-mail bounces. */
    bounced: '/admin/BouncedAddresses',
    /** Pairs of records that may be of one person. */
    doubles: '/admin/Doubles',
    /** A list with one of its entries open. */
    opened: (list: string, id: string) => `${list}?open=${encodeURIComponent(id)}`,
    /** The directory with one member's details open. */
    member: (id: string) => `/admin/Directory?member=${encodeURIComponent(id)}`,
    /** One person, and what has happened with them. */
    person: (id: string) => `/admin/Person/${encodeURIComponent(id)}`,
    conferences: '/admin/Conferences',
    participants: (id: string) => `/admin/Participants/${encodeURIComponent(id)}`,
    /** Those in one state. */
    participantsOf: (id: string, state: string) => `/admin/Participants/${encodeURIComponent(id)}?state=${state}`,
    attendanceSheet: (id: string) => `/admin/AttendanceSheet/${encodeURIComponent(id)}`,
    checkIn: (id: string) => `/admin/CheckIn/${encodeURIComponent(id)}`,
    news: '/admin/News',
    gallery: '/admin/Gallery',
    resources: '/admin/Resources',
    library: '/admin/Library',
    /** The library with one document open, found by its title. */
    libraryDocument: (id: string, title: string) =>
      `/admin/Library?search=${encodeURIComponent(title)}&open=${encodeURIComponent(id)}`,
    officeBearers: '/admin/OfficeBearers',
    annualList: '/admin/AnnualList',
    report: '/admin/Report',
    memberships: '/admin/Memberships',
    contacts: '/admin/Contact',
    letters: '/admin/Letters',
    /** Letters whose sending began between two days; of one kind, or '' for both. */
    lettersOf: (kind: string, from: string, until: string) =>
      `/admin/Letters?${kind && `kind=${kind}&`}from=${from}&until=${until}`,
    /** One letter; `new` for a new one. */
    letter: (id: string) => `/admin/Letter/${encodeURIComponent(id)}`,
    votes: '/admin/Votes',
    /** One vote; `new` for a new one. */
    vote: (id: string) => `/admin/Vote/${encodeURIComponent(id)}`,
    settings: '/admin/Settings',
    /** What the site lacks. */
    ready: '/admin/Ready',
    changePassword: '/admin/ChangePassword',
    secondFactor: '/admin/SecondFactor',
    administrators: '/admin/Administrators',
    activity: '/admin/Activity',
    /** The actions of one administrator. */
    activityOf: (id: string) => `/admin/Activity?of=${encodeURIComponent(id)}`,
    log: '/admin/Log',
  },
} as const;

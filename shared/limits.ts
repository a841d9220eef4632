/** Every limit that is a number, in one place. Lengths are characters, sizes bytes, durations as named. */
export const limits = {
  pageSize: 10,
  maxPage: 1_000_000,
  homeNews: 3,
  /** Important updates that are shown open on the home page; older ones can be opened. */
  noticeBoard: 3,
  feedNews: 30,
  sidebarNews: 4,
  conferenceList: 5,
  /** Entries on one page of the public archives. */
  archivePage: 20,
  /** As many addresses as one sitemap may hold. */
  sitemapAddresses: 50_000,
  overviewConferences: 4,
  /** How long a conference is taken to last: nobody enters its end. */
  conferenceHours: 2,
  /** What a conference asks those who take part. */
  questions: 5,
  questionLength: 200,
  questionOptions: 20,
  optionLength: 100,
  answerLength: 1_000,
  places: 100_000,
  checkInsAtOnce: 1_000,
  /** From when on people can be checked in, before the start. */
  checkInHours: 12,
  /** How long a place is held for a guest who has yet to confirm. */
  guestHoldHours: 24,
  /** Mails with a link that one e-mail is sent for one conference. */
  guestMailsPerHour: 3,
  /** Days after a conference for which guests' data and everybody's answers are kept. */
  guestDays: { usual: 90, min: 1, max: 365 },
  conferencePreview: 280,
  newsCardTitle: 10,
  newsCardDescription: 150,
  adminConferenceCut: 50,
  adminNewsCut: 100,
  mobileDigits: 10,
  yearsDigits: 4,
  nameLength: 120,
  lineLength: 200,
  placeLength: 100,
  emailLength: 254,
  textLength: 5_000,
  articleLength: 20_000,
  /** Of an article in any script: a character takes up to three bytes. */
  articleBytes: 60_000,
  letterLength: 20_000,
  letterBytes: 60_000,
  letterFileBytes: 5 * 1024 * 1024,
  urlLength: 2_000,
  specialisations: 100,
  benefits: 30,
  socialLinks: 12,
  utrLength: 40,
  memberNumberLength: 40,
  /** Credentials of an import that are sent on one day, at most. */
  importCredentialsPerDay: 10_000,
  paymentsAtOnce: 1_000,
  firstPaymentDay: '2000-01-01',
  fileBytes: 10 * 1024 * 1024,
  multipartFields: 200,
  /** Of a form with files: one text, unless its call says otherwise, and all texts of one request together. */
  formFieldBytes: 25 * 1024,
  formTextBytes: 256 * 1024,
  /** A JSON body, unless its call says otherwise. */
  jsonBytes: 128 * 1024,
  imagePixels: 50_000_000,
  galleryUploadImages: 20,
  galleryUploadBytes: 140 * 1024 * 1024,
  passwordMin: 8,
  passwordMax: 128,
  /** How long the link works with which a member confirms another e-mail. */
  emailLinkHours: 24,
  otpDigits: 6,
  otpMinutes: 10,
  /** Of one code, from one network: a stranger's wrong tries leave the member's own. */
  otpTries: 5,
  /** Of one code, from everywhere. */
  otpTriesInAll: 20,
  otpSendsPerHour: 3,
  temporaryPasswordDays: 7,
  /** Pages of the directory that one member may open in a quarter of an hour, and on one day in India. */
  directoryPages: { quarterHour: 90, day: 300 },
  /** Rows of lists that an administrator may be shown within an hour before the password is asked for: usually, and what the office may choose. */
  officeRecords: { usual: 3_000, min: 1, max: 1_000_000 },
  /** How long an administrator who has given the password again may do what asks for it. */
  confirmedMinutes: 10,
  repeatWindowMinutes: 10,
  /** Registrations that are named one by one in a decision about several. */
  decidedAtOnce: 1_000,
  /** Registrations that the review goes through one by one. */
  queueLength: 1_000,
  /** Records that a job has left out, shown with it. */
  leftOutShown: 1_000,
  correctionDays: 14,
  /** A correction that was not answered is asked for once more after these. */
  correctionReminderDays: 7,
  /** How long the page of an application can be read after the decision. */
  applicationDays: 30,
  readyTextTitle: 80,
  readyTexts: 200,
  reasonLength: 1_000,
  adultYears: 18,
  firstDate: '1900-01-01',
  lastDate: '2099-12-31',
  openDataStates: 36,
  openDataDistricts: 200,
  openDataSubDistricts: 200,
  /** So many members must have entered a sub-district before strangers are offered it. */
  subDistrictMembers: 3,
  /** The annual subscription until the office has set another one. */
  annualSubscriptionRupees: 1_000,
  lapseAfterDays: { min: 1, max: 3_650 },
  maxFeeRupees: 10_000_000,
  /** Days for which applications that come to nothing are kept: usually, and what the office may choose. */
  retention: {
    rejectedDays: { usual: 180, min: 30, max: 1_095 },
    unpaidDays: { usual: 90, min: 60, max: 365 },
  },
  /** Days for which the clean-up leaves what happened: the text of a mail; logins, and that a mail was sent (the law asks for a year); messages to the office, three years; the rows of an imported list, eight weeks; who opened a record, 90 days. */
  kept: { mailTextDays: 180, logDays: 366, contactDays: 3 * 365 + 1, importDays: 56, readingDays: 90 },
  /** An unpaid application is deleted this many days after its last reminder; the office sees what goes as long before. */
  removalNoticeDays: 30,
  /** The search across the office: what is found of each kind, and the letters that it takes. */
  foundOfAKind: 8,
  /** How far those are counted that fit. */
  foundCounted: 1_000,
  shortestSearch: 2,
  contactMobileLength: 40,
  contactMinimumSeconds: 3,
  contactsPerSenderAnHour: 5,
} as const;

/**
 * What visitors and members may have the server read and keep at one time, in all and from one network: an IPv4 address,
 * or the first 64 bits of an IPv6 one. Many phones share the address of their carrier.
 */
export const underWay = {
  /** Forms with files that are still being sent. */
  forms: { inAll: 40, perNetwork: 12 },
  /** Other bodies, which come within a moment; how long one may take at most. */
  bodies: { inAll: 100, perNetwork: 20 },
  bodySeconds: 20,
  /** A body of so many bytes takes no place; it comes within so many milliseconds of its head, and of its first byte. A form takes one from as many bytes on. */
  uncounted: { jsonBytes: 16 * 1024, headMs: 5_000, bodyMs: 2_000, formBytes: 32 * 1024 },
  /** When places run short, who sends nothing for so long gives way, or after a while less than so much. */
  stillMs: 2_000,
  slowAfterMs: 10_000,
  leastBytesPerSecond: 4 * 1024,
  /** Pages that are not kept and wait to be rendered; how many of them are at one time. */
  pages: { inAll: 64, perNetwork: 16 },
  pagesAtOnce: 4,
  /** Bytes of uploaded files that wait for their answer. */
  uploads: { inAll: 256 * 1024 * 1024, perNetwork: 128 * 1024 * 1024 },
} as const;

/** How often one network may make a call; counted before the call's body is read. */
export const callsPerNetwork = {
  registration: { count: 600, seconds: 60 * 60 },
  payment: { count: 600, seconds: 60 * 60 },
  contact: { count: 60, seconds: 60 * 60 },
  participation: { count: 60, seconds: 10 * 60 },
} as const;

/** The layout's breakpoints in pixels, for style sheets and the component library alike. */
export const breakpoints = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } as const;

/** Menus of dropdowns in pixels: this wide, or as wide as their field, and at most so high. */
export const dropdown = { width: 170, height: 300 } as const;

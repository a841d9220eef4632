/** The figures by which people are bound: of fields, lists, files, periods and tries. What only tunes a module is a constant at its head. Lengths are characters, sizes bytes, durations as named. */
export const limits = {
  pageSize: 10,
  /** Rows of an imported list on a page. */
  importRowsPage: 50,
  maxPage: 1_000_000,
  homeNews: 3,
  /** Important updates that are expanded on the home page; older ones are collapsed. */
  noticeBoard: 3,
  feedNews: 30,
  sidebarNews: 4,
  conferenceList: 5,
  /** Entries on one page of the public archives. */
  archivePage: 20,
  /** The most addresses that one sitemap may hold. */
  sitemapAddresses: 50_000,
  sitemapFiles: 10,
  overviewConferences: 4,
  /** The assumed length of a conference without an end. */
  conferenceHours: 2,
  /** Questions of a conference to its participants. */
  questions: 5,
  questionLength: 200,
  questionOptions: 20,
  optionLength: 100,
  answerLength: 1_000,
  places: 100_000,
  checkInsAtOnce: 1_000,
  /** Hours before the start from which people can be checked in. */
  checkInHours: 12,
  /** For how many days after the end scans are accepted: queues of phones without network come late. */
  lateScanDays: 7,
  /** Hours for which a place is held for an unconfirmed guest. */
  guestHoldHours: 24,
  /** Mails with a link to one e-mail for one conference. */
  guestMailsPerHour: 3,
  /** Days after a conference for which guests' data and all answers are kept. */
  guestDays: { usual: 90, min: 1, max: 365 },
  /** Days after the last word of a representation until a reminder is due. */
  /** Cases: open ones of a person, messages a day, days until a visitor must confirm, and until a link ends. */
  openCases: 10,
  caseMessages: 30,
  caseConfirmDays: 7,
  caseLinkDays: 90,
  caseFiles: 5,
  caseText: 5_000,
  /** Days after which a question is asked again, and after which its case is closed; until a resolved one is; for a rating; years for which texts are kept. */
  caseReminderDays: 14,
  caseSilenceDays: 28,
  caseResolvedDays: 7,
  caseRatingDays: 14,
  caseReopenDays: 90,
  caseYears: 3,
  representationDays: { usual: 30, min: 7, max: 365 },
  conferencePreview: 280,
  newsCardTitle: 10,
  newsCardDescription: 150,
  adminConferenceCut: 50,
  adminNewsCut: 100,
  mobileDigits: 10,
  yearsDigits: 4,
  nameLength: 120,
  lineLength: 200,
  localityLength: 100,
  emailLength: 254,
  textLength: 5_000,
  articleLength: 20_000,
  /** For an article in any script: a character takes up to three bytes. */
  articleBytes: 60_000,
  letterLength: 20_000,
  letterBytes: 60_000,
  letterFileBytes: 5 * 1024 * 1024,
  /** The library: lengths of a document's texts, its file, categories, and files dropped at once. */
  documentSummary: 1_000,
  documentNumber: 100,
  documentBytes: 25 * 1024 * 1024,
  documentCategories: 30,
  documentCategory: 60,
  documentsAtOnce: 50,
  /** A document with more pages is kept, but its text is not searched. */
  documentPages: 2_000,
  /** Words and phrases of one search. */
  searchedWords: 20,
  excerptLength: 300,
  /** How long the address of a document for members is valid. */
  documentAddressHours: 2,
  urlLength: 2_000,
  specialisations: 100,
  benefits: 30,
  socialLinks: 12,
  utrLength: 40,
  memberNumberLength: 40,
  /** The most credentials of an import that are sent on one day. */
  importCredentialsPerDay: 10_000,
  paymentsAtOnce: 1_000,
  /** How long a payment link of the gateway can be paid, and after how many minutes we ask about it by ourselves. */
  onlineLinkHours: 24,
  onlineAskMinutes: 10,
  firstPaymentDay: '2000-01-01',
  fileBytes: 10 * 1024 * 1024,
  multipartFields: 200,
  /** In a form with files: one text, unless its call says otherwise, and all texts of one request together. */
  formFieldBytes: 25 * 1024,
  formTextBytes: 256 * 1024,
  /** A JSON body, unless its call says otherwise. */
  jsonBytes: 128 * 1024,
  imagePixels: 50_000_000,
  galleryUploadImages: 20,
  galleryUploadBytes: 140 * 1024 * 1024,
  passwordMin: 8,
  passwordMax: 128,
  /** How long the link is valid with which a member confirms another e-mail. */
  emailLinkHours: 24,
  otpDigits: 6,
  otpMinutes: 10,
  /** Per code and network: a stranger's wrong tries leave the member's own. */
  otpTries: 5,
  /** Per code, from all networks. */
  otpTriesInAll: 20,
  otpSendsPerHour: 3,
  temporaryPasswordDays: 7,
  /** For so long whom an administrator has invited is named, or disabled, when that account is taken back. */
  invitationsNamedDays: 30,
  /** For so long after a login with a temporary password another one is chosen without giving it again. */
  firstPasswordMinutes: 30,
  /** Pages of the directory that a member may open in a quarter of an hour, and on one day in India. */
  directoryPages: { quarterHour: 90, day: 300 },
  /** Rows of lists that an administrator may read within an hour before the password is asked for: the default, and the range of the setting. */
  officeRecords: { usual: 3_000, min: 1, max: 1_000_000 },
  /** How long a confirmation by password is valid. */
  confirmedMinutes: 10,
  repeatWindowMinutes: 10,
  /** Registrations named one by one in a bulk decision. */
  decidedAtOnce: 1_000,
  /** Registrations that the review can go through one by one. */
  queueLength: 1_000,
  /** Seconds in which a decision about a registration can be taken back. */
  undoSeconds: 10,
  /** Hours in which a merge of two records can be undone. */
  mergeUndoHours: 24,
  /** Left-out records that are shown with a job. */
  leftOutShown: 1_000,
  correctionDays: 14,
  /** Days after which an unanswered correction is asked for again. */
  correctionReminderDays: 7,
  /** Days after the decision for which the page of an application can be read. */
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
  /** The number of members who must have entered a sub-district before it is suggested to visitors. */
  subDistrictMembers: 3,
  /** The default annual subscription. */
  annualSubscriptionRupees: 1_000,
  lapseAfterDays: { min: 1, max: 3_650 },
  maxFeeRupees: 10_000_000,
  /** The largest sum that may be noted at once. */
  sumRupees: 1_000_000_000,
  /** Days for which unsuccessful applications are kept: the default, and the range of the setting. */
  retention: {
    rejectedDays: { usual: 180, min: 30, max: 1_095 },
    unpaidDays: { usual: 90, min: 60, max: 365 },
  },
  /** Retention in days: the text of mails; logins and the record of sent mails (the law demands a year); messages to the office, three years; the rows of an imported list, eight weeks; readings of records, 366 days (rule 6(1)(e) of the Data Protection Rules, 2025: a year). */
  kept: { mailTextDays: 180, logDays: 366, contactDays: 3 * 365 + 1, importDays: 56, readingDays: 366 },
  /** Days within which a request about one’s own data is answered (rule 5(9) of the rules of 2011: one month). */
  dataDays: 30,
  /** An unpaid application is deleted this many days after its last reminder; the office sees deletions announced for as long. */
  removalNoticeDays: 30,
  /** The office's search: results per kind, and the shortest text. */
  foundOfAKind: 8,
  /** Matches are counted up to this number. */
  foundCounted: 1_000,
  shortestSearch: 2,
  contactMobileLength: 40,
  contactMinimumSeconds: 3,
  contactsPerSenderAnHour: 5,
  /** If the last good backup is older than this, the Overview warns. */
  backupWarningDays: 2,
  /** Mails that failed earlier are not shown on the Overview. */
  failedMailDays: 30,
  /** If one administrator opens so many scanned IDs within an hour, those with full powers are told. */
  idsAnHour: 100,
  /** Memory and CPU time of the thread that reads one file. A file within the limits needs less than half of each. */
  readerMegabytes: 384,
  readerSeconds: 30,
  /** Limits of imported lists: a file, unpacked, its rows, columns and cells. */
  importFile: {
    fileBytes: 20 * 1024 * 1024,
    unpackedBytes: 200 * 1024 * 1024,
    rows: 100_000,
    /** Rows above the list's heads. */
    headRows: 60,
    columns: 200,
    cellLength: 32_767,
  },
  /** Limits of a bank statement, and of the lines accepted in one call. */
  statement: {
    rows: 150_000,
    headRows: 80,
    columns: 100,
    cellLength: 5_000,
    unpackedBytes: 250 * 1024 * 1024,
    narrationLength: 500,
    acceptedAtOnce: 10_000,
    acceptedBytes: 2 * 1024 * 1024,
    noteLength: 500,
    /** Days for which unbooked credits are kept. */
    openDays: 90,
    /** Years for which the numbers that people have given count, once their records are gone. */
    claimedYears: 8,
    /** Texts per row of a statement, and their length in all. */
    texts: 20,
    textsLength: 2_000,
  },
} as const;

/**
 * Concurrent work of visitors and members, in all and per network: an IPv4 address, or the first 48 bits of an IPv6 one, which a
 * provider gives to one customer. Many phones share the address of their carrier.
 */
export const underWay = {
  /** Forms with files that are being uploaded. */
  forms: { inAll: 40, perNetwork: 12 },
  /** Other bodies, and the time limit of each. */
  bodies: { inAll: 100, perNetwork: 20 },
  bodySeconds: 20,
  /** Limits of bodies without a slot: the size of JSON, its time after the headers and after its first byte; a form takes a slot beyond these bytes. */
  uncounted: { jsonBytes: 16 * 1024, headMs: 5_000, bodyMs: 2_000, formBytes: 32 * 1024 },
  /** When slots run out: a sender that is silent for so long loses its slot, and later one that is slower than so much. */
  stillMs: 2_000,
  slowAfterMs: 10_000,
  leastBytesPerSecond: 4 * 1024,
  /** Uncached pages that wait for rendering, and how many are rendered at a time. */
  pages: { inAll: 64, perNetwork: 16 },
  pagesAtOnce: 4,
  /** Bytes of uploaded files whose request is not answered yet. */
  uploads: { inAll: 256 * 1024 * 1024, perNetwork: 128 * 1024 * 1024 },
} as const;

/** Calls per network; counted before the call's body is read. */
export const callsPerNetwork = {
  registration: { count: 600, seconds: 60 * 60 },
  payment: { count: 600, seconds: 60 * 60 },
  contact: { count: 60, seconds: 60 * 60 },
  participation: { count: 60, seconds: 10 * 60 },
  /** Begun logins with a passkey: a browser begins one with each focus of the field. */
  passkeys: { count: 600, seconds: 15 * 60 },
} as const;

/** How long before a webinar begins those who take part can join it, in minutes. */
export const joinMinutes = 15;

/** The layout's breakpoints in pixels, for style sheets and scripts. */
export const breakpoints = { sm: 600, md: 900, lg: 1200 } as const;

/** The menus of dropdowns in pixels: the least width, if the field is narrower, and the largest height. */
export const dropdown = { width: 170, height: 300 } as const;

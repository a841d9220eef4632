/** Limits for the office only, apart from `limits` so that visitors do not load them. */
export const officeLimits = {
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

/** Limits of what only the office does, apart from `limits` so that visitors do not fetch them. */
export const officeLimits = {
  /** A last good backup older than this is told on the Overview. */
  backupWarningDays: 2,
  /** Mails that failed longer ago are no longer told on the Overview. */
  failedMailDays: 30,
  /** From so many scanned IDs that one administrator has opened within an hour, those with full powers are told. */
  idsAnHour: 100,
  /** Of the thread that reads one file: its memory, and the time of a core. A file within the bounds needs less than half of each. */
  readerMegabytes: 384,
  readerSeconds: 30,
  /** Lists of members that are imported: a file, unpacked, its rows, columns and cells. */
  importFile: {
    fileBytes: 20 * 1024 * 1024,
    unpackedBytes: 200 * 1024 * 1024,
    rows: 100_000,
    /** Of the names above the list. */
    headRows: 60,
    columns: 200,
    cellLength: 32_767,
  },
  /** A bank statement, and how many of its lines are accepted in one call. */
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
    /** Days for which credits stay that belong to no payment. */
    openDays: 90,
  },
} as const;

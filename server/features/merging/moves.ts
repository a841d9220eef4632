/** What happens to the rows of a record that is merged into another one. */
export interface Move {
  /** The names of the table and the column, as in the database. */
  table: string;
  column: string;
  /** What tells its rows apart: all of them, or, where the person is part of the key, those of one person. */
  key: readonly string[];
  /**
   * `follows`: belongs to the kept record from then on. `login`: only if the login comes from the dropped record, and otherwise goes with
   * it. `goes`: goes with the dropped record, and comes back with it. `forgotten`: goes for good. `unlinked`: stays without a person.
   */
  becomes: 'follows' | 'login' | 'goes' | 'forgotten' | 'unlinked';
  /** The kept record has one row with these values at most: where it has one, the other stays without a person, or goes. */
  once?: readonly string[];
  /** What the kept record's one row takes from the other where it has none itself: what one has done, the person has done. */
  carries?: string;
  /** Whose rows a merge changes beyond the person, so that undoing it puts them back whole. */
  changes?: 'theirs' | 'both';
  /** Whether a change of its rows ends the undo; the columns are those that change by reading, logins and mails. */
  watched?: readonly string[];
}

/** Every column that refers to a member, in the order of moving; a test compares it with the tables. */
export const moves: readonly Move[] = [
  {
    table: 'payments',
    column: 'member_id',
    key: ['id'],
    becomes: 'follows',
    changes: 'both',
    watched: ['notice_stage', 'noticed_on'],
  },
  {
    table: 'salary_authorisations',
    column: 'member_id',
    key: ['id'],
    becomes: 'follows',
    changes: 'theirs',
    watched: [],
  },
  {
    table: 'participations',
    column: 'member_id',
    key: ['id'],
    becomes: 'follows',
    changes: 'both',
    watched: ['reminded_of'],
  },
  { table: 'member_calendars', column: 'member_id', key: [], becomes: 'follows', once: [] },
  { table: 'member_cards', column: 'member_id', key: ['id'], becomes: 'follows', changes: 'theirs' },
  {
    table: 'corrections',
    column: 'member_id',
    key: ['id'],
    becomes: 'follows',
    changes: 'theirs',
    watched: ['reminded_at'],
  },
  { table: 'applicant_links', column: 'member_id', key: ['hash'], becomes: 'follows' },
  {
    table: 'circular_recipients',
    column: 'member_id',
    key: ['id'],
    becomes: 'follows',
    once: ['circular_id'],
    carries: 'read_at',
  },
  { table: 'unsubscribe_codes', column: 'member_id', key: [], becomes: 'follows', once: [] },
  { table: 'library_stars', column: 'member_id', key: ['document_id'], becomes: 'follows', once: ['document_id'] },
  { table: 'office_bearers', column: 'member_id', key: ['id'], becomes: 'follows', watched: [] },
  // A roll's rows are in its published hash: only whose they are is changed. That a paper was taken is nobody's business.
  {
    table: 'vote_roll',
    column: 'member_id',
    key: ['vote_id', 'member_number'],
    becomes: 'follows',
    once: ['vote_id'],
    watched: ['paper_on', 'blinded'],
  },
  { table: 'vote_objections', column: 'member_id', key: ['id'], becomes: 'follows', once: ['vote_id'], watched: [] },
  // Undoing an import would delete the kept record; what it has completed follows beforehand.
  {
    table: 'import_rows',
    column: 'member_id',
    key: ['import_id', 'row'],
    becomes: 'unlinked',
    changes: 'both',
  },
  { table: 'import_rows', column: 'duplicate_id', key: ['import_id', 'row'], becomes: 'follows' },
  { table: 'log', column: 'member_id', key: ['id'], becomes: 'follows' },
  { table: 'mail', column: 'member_id', key: ['id'], becomes: 'follows' },
  {
    table: 'readings',
    column: 'member_id',
    key: ['day', 'by', 'what'],
    becomes: 'follows',
    once: ['day', 'by', 'what'],
  },
  { table: 'email_bounces', column: 'member_id', key: ['address'], becomes: 'follows', once: ['address'] },
  { table: 'merged_records', column: 'kept_id', key: ['dropped_id'], becomes: 'follows' },
  {
    table: 'passkeys',
    column: 'member_id',
    key: ['id'],
    becomes: 'login',
    watched: ['counter', 'synced', 'last_used_at', 'warned_at'],
  },
  { table: 'passkey_handles', column: 'member_id', key: ['handle'], becomes: 'login', changes: 'both' },
  { table: 'not_me_links', column: 'member_id', key: ['id'], becomes: 'login' },
  { table: 'second_factors', column: 'member_id', key: ['id'], becomes: 'login', watched: ['step'] },
  { table: 'login_devices', column: 'member_id', key: ['id'], becomes: 'login' },
  { table: 'email_links', column: 'member_id', key: ['hash'], becomes: 'login', watched: [] },
  { table: 'directory_budgets', column: 'member_id', key: [], becomes: 'goes' },
  { table: 'different_people', column: 'one', key: ['one', 'other'], becomes: 'goes' },
  { table: 'different_people', column: 'other', key: ['one', 'other'], becomes: 'goes' },
  // Looked for again, as both records are.
  { table: 'likely_doubles', column: 'one', key: ['one', 'other'], becomes: 'forgotten' },
  { table: 'likely_doubles', column: 'other', key: ['one', 'other'], becomes: 'forgotten' },
  { table: 'sessions', column: 'member_id', key: ['id'], becomes: 'forgotten' },
  { table: 'one_time_codes', column: 'member_id', key: [], becomes: 'forgotten' },
  { table: 'decision_undos', column: 'member_id', key: [], becomes: 'forgotten' },
];

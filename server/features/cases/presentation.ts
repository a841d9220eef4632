import type { MemberRow } from '#server/features/members/members.queries.ts';
import { limits } from '#shared/limits.ts';
import type { CaseRow, EntryRow, findEarlier, findFiles, KindRow, SeenCase, StepRow } from './cases.queries.ts';
import { endOfDay, isWithinDays } from './clock.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Whether the person may rate what came of it: once, within 14 days. */
export const mayRate = ({ state, resolvedAt, rating }: CaseRow): boolean =>
  (state === 'resolved' || state === 'closed') && rating === null && isWithinDays(resolvedAt, limits.caseRatingDays);

/** Whether the person may ask again: once, after a poor rating, or where it was closed without their answer. */
export const mayReopen = ({ state, reopened, rating, resolvedAt, closedAt, closedByTime }: CaseRow): boolean =>
  !reopened &&
  (state === 'resolved' || state === 'closed') &&
  ((rating === 'poor' && isWithinDays(resolvedAt, limits.caseRatingDays)) ||
    (closedByTime && isWithinDays(closedAt, limits.caseReopenDays)));

const kindOf = ({ id, title, hindiTitle, urgent }: KindRow) => ({ id, title, titleHi: hindiTitle, urgent });

/** What a list shows of a case to everybody who sees it. */
export const rowOf = ({ row, kind }: Pick<SeenCase, 'row' | 'kind'>) => ({
  id: row.id,
  number: row.number ?? '',
  kind: kindOf(kind),
  subject: row.subject,
  homeState: row.homeState || null,
  state: row.state === 'unconfirmed' ? ('open' as const) : row.state,
  turn: row.turn,
  due: row.due,
  dueAt: row.dueOn ? endOfDay(row.dueOn).toISOString() : null,
  answerBy: row.answerOn,
  endBy: row.endOn,
  createdAt: row.createdAt.toISOString(),
  openedBy: row.openedBy,
  resolvedAt: iso(row.resolvedAt),
  closedAt: iso(row.closedAt),
  outcome: row.outcome ? { outcome: row.outcome, text: row.outcomeText } : null,
  rating: row.rating ? { rating: row.rating, text: row.ratingText } : null,
  mayRate: mayRate(row),
  mayReopen: mayReopen(row),
  version: row.version,
});

/** What `full` sees of a circle's case. */
export const restrictedOf = ({ row, kind }: Pick<SeenCase, 'row' | 'kind'>) => {
  const { id, number, kind: shown, homeState, createdAt, dueAt, closedAt } = rowOf({ row, kind });
  return { id, number, kind: shown, homeState, createdAt, dueAt, closedAt, restricted: true as const };
};

type FileRow = Awaited<ReturnType<typeof findFiles>>[number];
const fileOf = ({ id, name, size, type }: FileRow) => ({ id, name, size, type });

/** A case with what both sides have written. */
export const caseAnswer = (seen: Pick<SeenCase, 'row' | 'kind'>, entries: EntryRow[], files: FileRow[]) => ({
  ...rowOf(seen),
  text: seen.row.text,
  files: files.filter(({ entryId }) => entryId === null).map(fileOf),
  messages: entries
    .filter(({ kind }) => kind === 'message')
    .map(({ id, createdAt, by, text, until }) => ({
      id,
      at: createdAt.toISOString(),
      by,
      text,
      files: files.filter(({ entryId }) => entryId === id).map(fileOf),
      until,
    })),
});

/** The person of a case as they are now: what is needed to reach them, and nothing else. */
export const personOf = (row: CaseRow, member: MemberRow | undefined) =>
  member
    ? {
        id: member.id,
        name: member.name,
        memberNumber: member.memberNumber,
        membership: member.membership,
        district: member.district,
        email: member.email,
        mobile: member.mobile,
      }
    : {
        id: null,
        name: row.name,
        memberNumber: null,
        membership: '',
        district: '',
        email: row.email,
        mobile: row.mobile,
      };

/** What the office sees besides. */
export const officeParts = (
  entries: EntryRow[],
  steps: StepRow[],
  earlier: Awaited<ReturnType<typeof findEarlier>>,
) => ({
  notes: entries
    .filter(({ kind }) => kind === 'note')
    .map(({ id, createdAt, writer, text }) => ({ id, at: createdAt.toISOString(), by: writer, text })),
  steps: steps.map(({ id, title, days, dueOn, doneAt }) => ({ id, title, days, dueOn, doneAt: iso(doneAt) })),
  earlier: earlier.map(({ id, number, state, title, kindId, urgent }) => ({
    id,
    number: number ?? '',
    kind: { id: kindId, title, urgent },
    state: state === 'unconfirmed' ? ('open' as const) : state,
  })),
  log: entries
    .filter(({ kind }) => kind === 'log')
    .map(({ createdAt, by, writer, action, text }) => ({
      at: createdAt.toISOString(),
      by: writer || by,
      action,
      text,
    })),
});

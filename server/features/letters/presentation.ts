import type { Letter, LetterRecipient } from '#shared/contracts/letters.ts';
import type { LetterView, RecipientRow } from './letters.queries.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The number of days between two, both excluded.
 * @param sentOn the day of sending, YYYY-MM-DD
 * @param meetingOn the day of the meeting
 */
export const clearDaysBetween = (sentOn: string, meetingOn: string): number =>
  Math.round((Date.parse(meetingOn) - Date.parse(sentOn)) / dayMs) - 1;

/** Such as '1 clear day', '14 clear days'. */
export const clearDaysText = (days: number): string => (days === 1 ? '1 clear day' : `${days} clear days`);

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** A letter as the office sees it. */
export function letterOf(row: LetterView): Letter {
  const { id, file, fileName, fileBytes, senderId: _sender, resumedAt: _resumed, ...letter } = row;
  return {
    ...letter,
    id,
    file: file === null ? null : { name: fileName, size: fileBytes },
    at: iso(row.at),
    startedAt: iso(row.startedAt),
    endedAt: iso(row.endedAt),
    createdAt: row.createdAt.toISOString(),
  };
}

const erasedPerson = 'erased person';

/** A recipient of a letter; without a name once the record was erased. */
export function recipientOf(row: RecipientRow): LetterRecipient {
  return {
    id: row.id,
    name: row.name || erasedPerson,
    memberNumber: row.memberNumber,
    state: row.state,
    email: row.email,
    mail: row.mail,
    reason: row.reason,
    at: iso(row.at),
    readAt: iso(row.readAt),
  };
}

/** What was changed of a vote after its notice was written: the sentence before what is so now, and what the text said and says, that last. */
export interface NoticeChange {
  kind: keyof typeof changedSince;
  said: [before: string, now: string][];
}

const changedSince = {
  moved: 'Since this notice was written the vote was moved: it ',
  roll: 'Since this notice was written the roll was changed: its SHA-256 is now ',
};

const sinceIn = (part: string) => Object.values(changedSince).find((since) => part.startsWith(since));

/** The text of a notice that some have, with what is so now where it said what was before, and the sentence that it was changed. */
export function changedText(text: string, { kind, said }: NoticeChange): string {
  const parts = text.split('\n\n').filter((part) => sinceIn(part) !== changedSince[kind]);
  const now = parts.map((part) =>
    sinceIn(part) ? part : said.reduce((whole, [before, after]) => whole.replaceAll(before, () => after), part),
  );
  return [...now, `${changedSince[kind]}${said.at(-1)![1]}.`].join('\n\n');
}

/** The text as a mail says it: of a change it speaks only where it does not say what is so now anyway. */
export function textToSend(text: string): string {
  const parts = text.split('\n\n');
  const head = parts.filter((part) => !sinceIn(part)).join('\n\n');
  return parts
    .filter((part) => !head.includes(part.slice(sinceIn(part)?.length ?? 0, -1)) || !sinceIn(part))
    .join('\n\n');
}

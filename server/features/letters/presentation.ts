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

/** Of the notice of a moved vote: before its new times. */
export const movedBefore = '\n\nSince this notice was written the vote was moved: it ';

/** The text as a mail says it: of a move it speaks only where it does not say the new times anyway. */
export function textToSend(text: string): string {
  const [head = '', rest] = text.split(movedBefore);
  return rest && head.includes(rest.slice(0, -1)) ? head : text;
}

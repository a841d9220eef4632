import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { storedFile } from '#server/platform/file-answers.ts';
import { memberOf, route } from '#server/platform/http/route.ts';
import { markupHtml } from '#server/platform/mail/markup.ts';
import * as contract from '#shared/contracts/own-letters.ts';
import { type AppError, notFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import * as queries from './own-letters.queries.ts';

const missing = (): AppError => notFound('This circular');

const ownOf = ({ letter, readAt }: queries.OwnLetterRow): contract.OwnLetter => ({
  id: letter.id,
  number: letter.number ?? '',
  kind: letter.kind,
  title: letter.title,
  sentAt: letter.startedAt?.toISOString() ?? '',
  read: readAt !== null,
  file: letter.file === null ? null : { name: letter.fileName, size: letter.fileBytes },
});

/** A member's letters, on the site: also for members who get no mail. */
export function ownLettersRoutes(app: FastifyInstance, { database, files }: Core): void {
  async function findOwn(memberId: string, id: string): Promise<queries.OwnLetterRow> {
    const row = await queries.findOwn(database, memberId, id);
    if (!row) throw missing();
    return row;
  }

  route(app, contract.listOwnLetters, async ({ query }, caller) => {
    const { rows, all, unread } = await queries.listOwn(database, memberOf(caller).memberId, query.page);
    return { data: rows.map(ownOf), unread, pagination: paginationOf(query.page, all) };
  });
  route(app, contract.getOwnLetter, async ({ params }, caller) => {
    const row = await findOwn(memberOf(caller).memberId, params.id);
    const { text, meetingOn } = row.letter;
    return { data: { ...ownOf(row), text, html: markupHtml(text), meetingOn } };
  });
  route(app, contract.ownLetterFile, async ({ params }, caller) => {
    const { letter } = await findOwn(memberOf(caller).memberId, params.id);
    const file = letter.file === null ? null : await files.open(letter.file);
    if (!file) throw missing();
    return storedFile(file, letter.fileName);
  });
  route(app, contract.readOwnLetter, async ({ params }, caller) => {
    const { memberId } = memberOf(caller);
    await findOwn(memberId, params.id);
    await queries.noteRead(database, memberId, params.id);
    return { message: 'Marked as read.' };
  });
}

import type { Core } from '#server/core.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { generalAddresses } from '#server/platform/mail/to-office.ts';
import { clock } from '#shared/clock.ts';
import { type ContactMessage, type ContactState, canBeAnswered } from '#shared/contracts/contact.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import * as queries from './contact.queries.ts';

const gone = () => notFound('This message');

const replyOf = ({ id, text, by, createdAt, mailId, mail }: queries.ReplyRow) => ({
  id,
  text,
  by,
  at: createdAt.toISOString(),
  mail: mail?.state ?? ('' as const),
  mailId,
  error: mail?.error ?? '',
  toFile: mail?.toFile ?? false,
});

async function answersOf(db: Queryable, rows: queries.ContactRow[]): Promise<ContactMessage[]> {
  const replies = await queries.findReplies(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    message: row.message,
    doubtful: row.doubtful,
    state: row.state,
    stateBy: row.stateBy,
    stateAt: row.stateAt?.toISOString() ?? null,
    replies: replies.filter(({ messageId }) => messageId === row.id).map(replyOf),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The office's work with messages. */
export function createRepliesService({ database }: Pick<Core, 'database'>) {
  const answerOf = async (db: Queryable, row: queries.ContactRow) => (await answersOf(db, [row]))[0]!;

  /** The log names no sender: it identifies a message by its day. */
  const record = (tx: Transaction, by: string, action: string, { createdAt }: queries.ContactRow) =>
    writeLog(tx, { kind: 'content', feature: 'contact', by, action, subject: `Message of ${dayInWords(createdAt)}` });

  return {
    /** One page of messages, newest first, and the number of matches in each state. */
    async list(search: queries.ContactSearch, page: number) {
      const [rows, counts] = await Promise.all([
        queries.findContacts(database, search, page),
        queries.countContacts(database, search.text),
      ]);
      const { open, answered, doubtful } = counts;
      const totals = { open, answered, doubtful, '': open + answered, all: open + answered + doubtful };
      return {
        contacts: await answersOf(database, rows),
        pagination: paginationOf(page, totals[search.state]),
        counts,
      };
    },

    /** @throws NOT_FOUND */
    async get(id: string): Promise<ContactMessage> {
      const row = await queries.findContact(database, id);
      if (!row) throw gone();
      return answerOf(database, row);
    },

    countOpen: () => queries.countOpen(database),

    /**
     * Stores a reply and queues its mail to the visitor in one transaction; the message is then answered, and no longer doubtful. The same text
     * again within minutes counts once.
     * @param by the administrator's e-mail
     * @param expectedState the state that the administrator saw; undefined: any
     * @throws NOT_FOUND, RECORD_CHANGED, NO_ADDRESS
     */
    async reply(
      id: string,
      text: string,
      expectedState: ContactState | undefined,
      by: string,
    ): Promise<ContactMessage> {
      return database.transaction(async (tx) => {
        const row = await queries.lockContact(tx, id);
        if (!row) throw gone();
        if (await queries.isReplyRepeated(tx, id, text)) return answerOf(tx, row);
        if (expectedState !== undefined && expectedState !== row.state) throw recordChanged();
        if (!canBeAnswered(row.email)) {
          throw new AppError('NO_ADDRESS', 'The visitor has left no e-mail address to which a reply could be sent.');
        }
        const [replyTo = ''] = await generalAddresses(tx);
        const mailId = await enqueueMail(tx, {
          kind: 'contact-reply',
          to: row.email,
          data: { text, message: row.message, date: dayInWords(row.createdAt), replyTo, language: row.language },
        });
        await queries.insertReply(tx, { messageId: id, text, by, mailId });
        const change = { state: 'answered', stateBy: by, stateAt: clock.now(), doubtful: false } as const;
        const changed = await queries.updateContact(tx, id, change);
        await record(tx, by, 'Message answered by mail', row);
        return answerOf(tx, changed);
      });
    },

    /**
     * Marks a message as answered by other means, open again, or not doubtful; no change if it is so already.
     * @throws NOT_FOUND
     */
    async change(
      id: string,
      filter: { state?: ContactState | undefined; doubtful?: false | undefined },
      by: string,
    ): Promise<ContactMessage> {
      return database.transaction(async (tx) => {
        let row = await queries.lockContact(tx, id);
        if (!row) throw gone();
        if (filter.doubtful === false && row.doubtful) {
          row = await queries.updateContact(tx, id, { doubtful: false });
          await record(tx, by, 'Message found not doubtful', row);
        }
        if (filter.state && filter.state !== row.state) {
          row = await queries.updateContact(tx, id, { state: filter.state, stateBy: by, stateAt: clock.now() });
          await record(tx, by, filter.state === 'open' ? 'Message opened again' : 'Message marked as answered', row);
        }
        return answerOf(tx, row);
      });
    },
  };
}

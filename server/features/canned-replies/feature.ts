import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import * as calls from '#shared/contracts/canned-replies.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { TextRow } from './texts.queries.ts';
import * as queries from './texts.queries.ts';

/** The texts of the site. */
export const texts: Feature = {
  name: 'canned-replies',
  routes: textsRoutes,
};

const answerOf = ({ id, kind, title, text, fields }: TextRow) => ({ id, kind, title, text, fields });
const gone = () => notFound('This text');

/** Texts that the office keeps ready for rejections and corrections. */
function textsRoutes(app: FastifyInstance, { database }: Core): void {
  const record = (tx: Transaction, by: string, action: string, { title }: TextRow) =>
    writeLog(tx, { kind: 'content', feature: 'canned-replies', by, subject: title, action });

  route(app, calls.listTexts, async ({ query }) => ({
    data: (await queries.findTexts(database, query.kind)).map(answerOf),
  }));

  route(app, calls.createText, async ({ body }, caller) => {
    const row = await database.transaction(async (tx) => {
      if ((await queries.countTexts(tx)) >= limits.readyTexts) {
        throw new AppError('VALIDATION', `There are ${limits.readyTexts} texts already. Please delete one first.`);
      }
      const text = await queries.insertText(tx, body);
      await record(tx, administratorOf(caller).email, 'added a ready-made text', text);
      return text;
    });
    return { message: 'The text was added.', text: answerOf(row) };
  });

  route(app, calls.updateText, async ({ params, body }, caller) => {
    const row = await database.transaction(async (tx) => {
      const changes = Object.values(body).some((value) => value !== undefined);
      const changed = changes ? await queries.updateText(tx, params.id, body) : await queries.findText(tx, params.id);
      if (!changed) throw gone();
      if (changes) await record(tx, administratorOf(caller).email, 'changed a ready-made text', changed);
      return changed;
    });
    return { message: 'The text was changed.', text: answerOf(row) };
  });

  route(app, calls.deleteText, async ({ params }, caller) => {
    await database.transaction(async (tx) => {
      const row = await queries.deleteText(tx, params.id);
      if (!row) throw gone();
      await record(tx, administratorOf(caller).email, 'deleted a ready-made text', row);
    });
    return { message: 'Deleted successfully' };
  });
}

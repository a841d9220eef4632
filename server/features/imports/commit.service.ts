import { type Core, serviceOf } from '#server/core.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { clock } from '#shared/clock.ts';
import type { ImportRecord } from '#shared/contracts/imports.ts';
import { commitKind, endCommit } from './commit.ts';
import { queueBatch } from './credentials.ts';
import { createImportRecords, notNow, wrongState } from './import-records.ts';
import * as queries from './imports.queries.ts';
import { canUndoMore, isInUse } from './people.queries.ts';
import { undoKind } from './undo.ts';

export type Credentials = { credentials: 'now' | 'later' | 'batch'; perDay?: number | undefined };

/** Commits a list to the register, and undoes it: nothing is written there before the office commits. */
export function createCommitService(core: Core) {
  const { change, answer, begin } = serviceOf(core, createImportRecords);
  /** Begins to write a list into the register. @throws NOT_FOUND, WRONG_STATE unless ready */
  async function commit(id: string, { credentials, perDay }: Credentials, by: string): Promise<ImportRecord> {
    await change(id, ['ready'], async (tx, record) => {
      const { create, complete } = await queries.countKinds(tx, id);
      const start = { credentials, perDay: credentials === 'batch' ? (perDay ?? null) : null, credentialsBy: by };
      await queries.updateImport(tx, id, { ...start, state: 'importing', changedAt: clock.now() });
      const subject = `${create + complete} rows`;
      await writeLog(tx, { kind: 'member', by, subject, action: 'imported a list of members' });
      if (create + complete > 0) await begin(tx, id, commitKind, by, create + complete);
      else await endCommit(tx, core, { ...record, ...start });
    });
    return answer(id);
  }

  /** Sends credentials to members of an import who have none. @throws NOT_FOUND, WRONG_STATE unless done */
  async function sendCredentials(id: string, when: 'now' | 'batch', perDay: number | undefined, by: string) {
    await change(id, ['done'], async (tx, record) => {
      if (!record.hasRows) throw wrongState(noRows);
      await queries.updateImport(tx, id, {
        credentials: when,
        perDay: when === 'batch' ? (perDay ?? null) : null,
        credentialsBy: by,
      });
      // A batch of today counts.
      const today = when === 'batch' && record.lastBatchOn === clock.today() ? 0 : (perDay ?? 0);
      await queueBatch(tx, core, record, { most: when === 'now' ? everybody : today });
      const action =
        when === 'now' ? 'sent the credentials of an import' : 'had the credentials of an import sent in batches';
      await writeLog(tx, { kind: 'member', by, action });
    });
    return answer(id);
  }

  /** Begins to undo an import, or the rest of one. @throws NOT_FOUND, WRONG_STATE unless done, or once one of its members has logged in */
  async function undo(id: string, by: string): Promise<ImportRecord> {
    await change(id, ['done', 'undone'], async (tx, record) => {
      // Of members who were in use then, some may not be any more.
      if (record.state === 'undone' && !(await canUndoMore(tx, id))) throw wrongState(notNow.undone!);
      if (!record.hasRows) throw wrongState(noRows);
      const use = await isInUse(tx, id);
      if (use === 'login')
        throw wrongState('Somebody of this import has logged in already. It cannot be undone any more.');
      if (use === 'money') throw wrongState('Somebody of this import has paid already. It cannot be undone any more.');
      const { all } = await queries.countCommitted(tx, id);
      const subject = `${all} rows`;
      await writeLog(tx, { kind: 'member', by, subject, action: 'undid an import of members' });
      await queries.updateImport(tx, id, { state: all > 0 ? 'undoing' : 'undone', changedAt: clock.now() });
      if (all > 0) await begin(tx, id, undoKind, by, all);
    });
    return answer(id);
  }

  return { commit, sendCredentials, undo };
}

const noRows = 'The rows of this import are no longer kept.';
const everybody = 1_000_000;

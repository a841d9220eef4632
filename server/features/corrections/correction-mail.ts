import { lockMember, type MemberRow } from '#server/features/members/members.queries.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { eachAlone } from '#server/platform/loop.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import { person } from '#shared/person.ts';
import type { CorrectableName } from '#shared/person-fields.ts';
import { type CorrectionRow, findCorrection, findToRemind, noteReminder } from './corrections.queries.ts';

/** Mails an applicant the fields to correct; the link's secret is made when the mail is sent. */
export async function mailCorrection(
  tx: Transaction,
  row: MemberRow,
  correction: CorrectionRow,
  kind: 'correction-asked' | 'correction-reminder',
): Promise<void> {
  const data = {
    name: row.name,
    reference: row.reference,
    fields: correction.fields.map((name) => person[name as CorrectableName].label).join(', '),
    note: correction.note,
    until: dayInWords(correction.expiresAt),
    correction: correction.id,
  };
  await enqueueMail(tx, { kind, to: row.email, data, memberId: row.id });
}

const dayMs = 24 * 60 * 60 * 1_000;
const atOnce = 100;

/**
 * Reminds every applicant once whose correction has been awaited for some days, with a new link.
 * @param isStopping asked between them; the next round does the rest
 */
export async function remindCorrections(
  core: Pick<BaseCore, 'database' | 'log'>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { database } = core;
  const before = new Date(clock.ms() - limits.correctionReminderDays * dayMs);
  const tried = new Set<string>();
  for (let more = true; more && !isStopping(); ) {
    const due = await findToRemind(database, before, atOnce);
    const memberOf = new Map(due.flatMap(({ id, memberId }) => (tried.has(id) ? [] : [[id, memberId] as const])));
    const ids = [...memberOf.keys()];
    await eachAlone(core, ids, 'an applicant could not be reminded of a correction', (id) =>
      database.transaction(async (tx) => {
        const row = await lockMember(tx, memberOf.get(id)!, 'unrestricted');
        const correction = row && (await noteReminder(tx, id)) && (await findCorrection(tx, id));
        if (correction) await mailCorrection(tx, row, correction, 'correction-reminder');
      }),
    );
    for (const id of ids) tried.add(id);
    more = due.length === atOnce && ids.length > 0;
  }
}

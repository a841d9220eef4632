import type { Core } from '#server/core.ts';
import { perMinuteOfLetters } from '#server/features/letters/notices.ts';
import { isOneMailbox } from '#server/parts/proposals/proposals.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { notify } from '#server/platform/database/client.ts';
import { momentInWords } from '#server/platform/languages/dates.ts';
import type { DueMail, LateValues, MailData } from '#server/platform/mail/kinds.ts';
import { insertMails } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { fullAdministrators, mailOffice, officeAddresses } from '#server/platform/mail/to-office.ts';
import { clock } from '#shared/clock.ts';
import { paths } from '#shared/paths.ts';
import * as roll from './roll.queries.ts';
import * as queries from './votes.queries.ts';

type ToVoters = 'vote-open' | 'vote-reminder' | 'vote-declared';

/** Mails everybody on the roll, or those without a paper, at the rate of letters. */
export async function tellVoters(
  tx: Transaction,
  { publicUrl }: Pick<Core['config'], 'publicUrl'>,
  kind: ToVoters,
  row: Pick<queries.VoteRow, 'id' | 'title' | 'closesAt' | 'boxHash'>,
): Promise<void> {
  const people = await queries.findAddresses(tx, row.id, kind === 'vote-reminder');
  const perMinute = await perMinuteOfLetters(tx);
  const link = `${publicUrl}${paths.vote(row.id)}`;
  const dataFor = (name: string): Record<string, string> =>
    kind === 'vote-declared'
      ? ({ name, title: row.title, boxHash: row.boxHash ?? '', link } satisfies MailData<'vote-declared'>)
      : ({
          name,
          title: row.title,
          until: momentInWords(row.closesAt),
          link,
          vote: row.id,
        } satisfies MailData<'vote-open'>);
  const rows = people.map(({ id, name, email }, index) => ({
    kind,
    recipient: email,
    data: dataFor(name),
    memberId: id,
    bulk: true,
    nextAttemptAt: new Date(clock.ms() + Math.floor(index / perMinute) * 60_000),
  }));
  await insertMails(tx, rows);
  await notify(tx, 'mail');
}

/** Tells the office what the clock could not do. */
export async function tellOffice(
  tx: Transaction,
  { publicUrl }: Pick<Core['config'], 'publicUrl'>,
  { id, title }: Pick<queries.VoteRow, 'id' | 'title'>,
  reason: string,
): Promise<void> {
  const data = { title, reason, link: `${publicUrl}${paths.admin.vote(id)}` };
  await mailOffice(tx, { power: 'votes' }, { kind: 'vote-held', data });
}

/** Mails what waits to those who may agree to it. */
export async function tellSecond(
  tx: Transaction,
  { publicUrl }: Pick<Core['config'], 'publicUrl'>,
  { id, title }: Pick<queries.VoteRow, 'id' | 'title'>,
  { by, step }: { by: string; step: string },
): Promise<void> {
  const isOther = (address: string) => !isOneMailbox(address, by);
  const theirs = (await officeAddresses(tx, { power: 'votes' })).filter(isOther);
  const others = theirs.length > 0 ? theirs : (await fullAdministrators(tx)).map(({ email }) => email).filter(isOther);
  const data = { title, by, step, link: `${publicUrl}${paths.admin.vote(id)}` };
  for (const to of others) await enqueueMail(tx, { kind: 'vote-proposed', to, data });
}

/** Drops mails that have become pointless while they waited. */
export function createVoteMakers({ database }: Pick<Core, 'database'>): { lateValues: LateValues } {
  const whileOpen = async ({ kind, data, memberId }: DueMail): Promise<Record<never, string> | null> => {
    const row = await queries.findVote(database, data.vote ?? '');
    if (row?.state !== 'open' || memberId === null) return null;
    if (kind !== 'vote-reminder') return {};
    const entry = await roll.findEntry(database, row.id, memberId);
    return entry && entry.paperOn === null ? {} : null;
  };
  return { lateValues: { 'vote-open': whileOpen, 'vote-reminder': whileOpen } };
}

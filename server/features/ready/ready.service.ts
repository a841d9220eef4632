import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { noteProved } from '#server/features/administrators/administrators.service.ts';
import { makeMailCode, openMailCode } from '#server/features/mail-log/codes.ts';
import * as queries from '#server/platform/checks/checks.queries.ts';
import type { Found, ReadSite, ReadyCheck } from '#server/platform/checks/checks.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { type Background, createLoop, nameOf } from '#server/platform/loop.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { isNewest } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mailFullAdministrators } from '#server/platform/mail/to-office.ts';
import { findMailWay, proofOf } from '#server/platform/mail/way.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { clock, indianWallClock } from '#shared/clock.ts';
import type { ReadyCheckAnswer } from '#shared/contracts/ready.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';

const lookMs = 20_000;
const roundMs = 10 * 60_000;
const hourMs = 3_600_000;
const firstMs = 2_000;
const mailHour = 8;
const putOffDays = 31;
const codeMails: Throttle = { name: 'mail-code', count: 5, seconds: 3_600 };

export const checksOf = (features: readonly Feature[]): readonly ReadyCheck[] =>
  features.flatMap(({ checks = [] }) => checks);

const failed: Found = { state: 'missing', found: 'This could not be looked at.' };

/** All checks with what is so now; only what asks outside is remembered from the last look. */
export async function readChecks(site: ReadSite, features: readonly Feature[]) {
  const stored = await queries.listChecks(site.database);
  const now = clock.now();
  const data: (ReadyCheckAnswer & { rightAt: Date | null })[] = [];
  for (const check of checksOf(features)) {
    const row = stored.get(check.id);
    const found = await check.look(site, row?.data ?? {}).catch(() => failed);
    data.push(answerOf(site, check, found, row, check.outside ? (row?.checkedAt ?? null) : now));
  }
  const whole = stored.get(queries.wholeSite);
  return { data, ready: data.every(isFine), wasReady: whole?.rightAt !== null && whole !== undefined };
}

const isRight = ({ state }: Pick<ReadyCheckAnswer, 'state'>) => state === 'ok' || state === 'not needed';
const isFine = (check: ReadyCheckAnswer) => !check.necessary || isRight(check);

/** The necessary checks that are not right. */
export const findMissing = async (site: ReadSite, features: readonly Feature[]): Promise<string[]> =>
  (await readChecks(site, features)).data.flatMap((check) => (isFine(check) ? [] : [check.id]));

function answerOf(
  site: ReadSite,
  { id, necessary }: ReadyCheck,
  { state, found, act }: Found,
  row: queries.CheckRow | undefined,
  checkedAt: Date | null,
): ReadyCheckAnswer & { rightAt: Date | null } {
  const isOver = state === 'ok' || !row?.putOffUntil || row.putOffUntil <= clock.now();
  return {
    id,
    necessary: typeof necessary === 'function' ? necessary(site) : necessary,
    state,
    found,
    act: state === 'missing' || state === 'wrong' ? (act ?? null) : null,
    checkedAt: checkedAt?.toISOString() ?? null,
    putOffUntil: isOver ? null : row.putOffUntil!.toISOString(),
    rightAt: row?.rightAt ?? null,
  };
}

const worth = ({ necessary, state }: ReadyCheckAnswer) => (necessary ? 0 : 2) + (state === 'wrong' ? 0 : 1);

/** What was right and is not, and was not put off; the worst first. */
export const fallen = <Check extends ReadyCheckAnswer & { rightAt: Date | null }>(data: readonly Check[]): Check[] =>
  data
    .filter((check) => !isRight(check) && check.rightAt !== null && check.putOffUntil === null)
    .sort((a, b) => worth(a) - worth(b));

/** What the site lacks before it can begin, and what stops being right later. */
export function createReadyService(core: Core, features: () => readonly Feature[]) {
  const { config, database, log } = core;
  const underWay = new Map<string, Promise<void>>();

  const checkOf = (id: string) => {
    const check = checksOf(features()).find((each) => each.id === id);
    if (check) return check;
    const message = messages.ready.unknown;
    throw new AppError('VALIDATION', message, { fields: { id: message } });
  };

  /** Asks outside where a check does, and saves what is so. */
  async function look(check: ReadyCheck): Promise<void> {
    const answer = await check.ask?.(core);
    if (answer) await queries.remember(database, check.id, answer);
    const found = await check.look(core, await queries.findMemory(database, check.id));
    await queries.saveCheck(database, check.id, { ...found, act: found.act ?? null });
  }

  /** One look for all who ask at once. */
  function lookOnce(check: ReadyCheck): Promise<void> {
    const running = underWay.get(check.id) ?? withTimeout(lookMs, look(check)).finally(() => underWay.delete(check.id));
    underWay.set(check.id, running);
    return running;
  }

  async function one(id: string): Promise<ReadyCheckAnswer> {
    return (await readChecks(core, features())).data.find((each) => each.id === id)!;
  }

  /** Notes the first time at which nothing necessary was lacking. */
  async function noteReady(): Promise<void> {
    const { ready, wasReady } = await readChecks(core, features());
    if (ready && !wasReady) await queries.saveCheck(database, queries.wholeSite, { state: 'ok', found: '', act: null });
  }

  async function tellOffice(): Promise<void> {
    const now = indianWallClock(clock.now());
    if (now.getUTCHours() < mailHour) return;
    const { data } = await readChecks(core, features());
    const lines = fallen(data).filter(({ id }) => id !== 'mail');
    if (lines.length === 0) return;
    await database.transaction(async (tx) => {
      if (!(await queries.takeDayOfMail(tx, clock.today()))) return;
      const checks = lines.map(({ found }) => found).join('\n');
      const link = `${config.publicUrl}${paths.admin.ready}`;
      await mailFullAdministrators(tx, { kind: 'site-office', data: { checks, link } });
    });
  }

  let isFirst = true;
  async function round(isStopping: () => boolean): Promise<number> {
    if (isFirst) {
      isFirst = false;
      return firstMs;
    }
    const stored = await queries.listChecks(database);
    for (const check of checksOf(features())) {
      const at = stored.get(check.id)?.checkedAt;
      if (isStopping()) return roundMs;
      if (at && clock.ms() - at.getTime() < hourMs) continue;
      await lookOnce(check).catch((error: unknown) =>
        log.warn({ check: check.id, reason: nameOf(error) }, 'a check could not be looked at'),
      );
    }
    await noteReady();
    await tellOffice();
    return roundMs;
  }

  const background: Background = createLoop(round, {
    failed(error) {
      log.warn({ reason: nameOf(error) }, 'the checks could not be looked at');
      return roundMs;
    },
  });

  return {
    background,
    list: () => readChecks(core, features()),

    /** @throws VALIDATION for an unknown check */
    async check(id: string): Promise<ReadyCheckAnswer> {
      const check = checkOf(id);
      await lookOnce(check).catch((error: unknown) =>
        log.warn({ check: id, reason: nameOf(error) }, 'a check could not be looked at'),
      );
      await noteReady();
      return one(id);
    },

    /** @throws VALIDATION for an unknown check, and a moment that is over or too late */
    async putOff(id: string, until: Date | null, by: string): Promise<ReadyCheckAnswer> {
      checkOf(id);
      const ahead = until === null ? 1 : until.getTime() - clock.ms();
      if (ahead <= 0 || ahead > putOffDays * 24 * hourMs) {
        const message = messages.ready.until;
        throw new AppError('VALIDATION', message, { fields: { until: message } });
      }
      await database.transaction(async (tx) => {
        await queries.putOffCheck(tx, id, until);
        const action = until ? 'put a check off' : 'no longer puts a check off';
        await writeLog(tx, {
          kind: 'administrator',
          by,
          action,
          note: until ? `${id} until ${until.toISOString()}` : id,
        });
      });
      return one(id);
    },

    /** Queues a letter with a code to who asks. @throws WRONG_STATE while mails become files, TOO_MANY */
    async mailCode({ administratorId, email: to }: ActingAdministrator): Promise<void> {
      if (!(await findMailWay(core)).address)
        throw new AppError('WRONG_STATE', 'No mail server is set: the code would lie as a file on the server.');
      await countTry(database, codeMails, administratorId);
      await database.transaction((tx) => enqueueMail(tx, { kind: 'mail-code', to, data: {}, administratorId }));
    },

    /** Proves by the mailed code that mails arrive, and that the mailbox is the administrator's. @throws WRONG_CODE */
    async typeCode(code: string, { administratorId }: ActingAdministrator): Promise<void> {
      const proof = proofOf(await findMailWay(core), config);
      const { use } = await openMailCode(database, administratorId, 'ready', code, proof);
      await database.transaction(async (tx) => {
        await use(tx);
        await queries.remember(tx, 'mail', { proof });
        await noteProved(tx, administratorId);
      });
      await lookOnce(checkOf('mail')).catch(() => {});
      await noteReady();
    },
  };
}

/** Makes the code of a letter when it is sent: it proves the way by which it goes. */
export async function makeReadyCode(core: Core, due: DueMail): Promise<{ code: string } | null> {
  const { administratorId } = due;
  if (!administratorId || !(await isNewest(core.database, due))) return null;
  const way = proofOf(await findMailWay(core), core.config);
  return way === '' ? null : { code: await makeMailCode(core.database, administratorId, 'ready', way) };
}

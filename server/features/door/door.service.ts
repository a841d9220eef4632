import { createHash } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { certifyLocked, uncertify } from '#server/features/certificates/issuing.ts';
import { called, endOf } from '#server/features/conferences/conference.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import { doorOpens, setCheckedIn } from '#server/features/participations/participations.queries.ts';
import { clock } from '#shared/clock.ts';
import type { checkIn, DoorEntry } from '#shared/contracts/door.ts';
import type { EndpointRequest, EndpointResponse } from '#shared/endpoint.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { recordId } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { findDoorList, findDoubles, findScanned, findScans, insertScans, type Scan } from './door.queries.ts';
import { doorPhotos } from './door-photos.ts';

const hashOfCode = (code: string) => createHash('sha256').update(code).digest('hex');

const dayMs = 86_400_000;
/** A change becomes visible some time after its timestamp: lists overlap by this much. */
const overlapMs = 60_000;

type Items = EndpointRequest<typeof checkIn, never>['body']['items'];
type SkippedScan = EndpointResponse<typeof checkIn>['left'][number];

const messages = {
  NOT_FOUND: 'Not on the list of this conference.',
  WRONG_STATE: 'Not registered: on the waiting list, not confirmed, or cancelled.',
  BAD_TIME: 'The time of this scan could not be read.',
  moved: 'Scanned before the doors of this conference open, as it is dated now. Please scan again.',
} as const;
const already = 'Checked in already.';
const notIn = 'Not checked in at that time.';

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The moment of a scan, by a phone whose clock may be wrong; null for an invalid one. One of before the conference was moved stays at its time. */
function momentOf(at: string | undefined, conference: ConferenceRow): Date | null {
  if (at === undefined) return clock.now();
  const time = isoMoment.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const isImpossible =
    time > clock.ms() || time < Math.min(doorOpens(conference).getTime(), conference.createdAt.getTime());
  return isImpossible ? clock.now() : new Date(time);
}

/** Since when somebody is in: the earliest scan after the last undone one, since the door opened. */
function checkedInBy(scans: readonly Scan[], conference: ConferenceRow): Date | null {
  const opens = doorOpens(conference).getTime();
  const undone = Math.max(...scans.filter(({ undo }) => undo).map(({ at }) => at.getTime()));
  const valid = scans
    .filter(({ undo, at }) => !undo && at.getTime() > undone && at.getTime() >= opens)
    .map(({ at }) => at.getTime());
  return valid.length === 0 ? null : new Date(Math.min(...valid));
}

/** The doors of a conference: any number, each with its own list, which upload scans whenever they can. */
export function createDoorService(core: Pick<Core, 'database' | 'files' | 'config'>) {
  const { database } = core;

  /**
   * @param since only what has changed since that moment
   * @throws NOT_FOUND
   */
  async function list(conferenceId: string, since?: string) {
    const at = clock.now();
    const conference = orNotFound(await conferenceQueries.find(database, conferenceId), called);
    const after = since ? new Date(Date.parse(since) - overlapMs) : undefined;
    const page = await findDoorList(database, conferenceId, after);
    const rows = page.filter(({ state }) => state === 'registered' || state === 'waiting');
    const codes = Map.groupBy(await findDoubles(database, conferenceId), ({ countedId }) => countedId);
    const photos = await doorPhotos(
      core,
      rows.flatMap(({ showsPhoto, pictureFile }) => (showsPhoto && pictureFile ? [pictureFile] : [])),
    );
    const data = rows.map(
      (row): DoorEntry => ({
        id: row.id,
        code: row.state === 'registered' ? hashOfCode(row.code) : '',
        otherCodes: row.state === 'registered' ? codes.get(row.id)?.map(({ code }) => hashOfCode(code)) : undefined,
        name: row.name,
        memberNumber: row.memberNumber,
        homeState: row.homeState ?? '',
        photo: (row.showsPhoto && row.pictureFile && photos.get(row.pictureFile)) || null,
        state: row.state,
        checkedInAt: row.checkedInAt?.toISOString() ?? null,
      }),
    );
    return {
      at: at.toISOString(),
      gone: page.filter((row) => !rows.includes(row)).map(({ id }) => id),
      conference: {
        id: conference.id,
        title: conference.title,
        startsAt: conference.startsAt.toISOString(),
        endsAt: conference.endsAt?.toISOString() ?? null,
      },
      data,
    };
  }

  /** @throws NOT_FOUND, TOO_EARLY, OVER */
  async function scan(conferenceId: string, items: Items, by: string) {
    return database.transaction(async (tx) => {
      const conference = orNotFound(await conferenceQueries.lock(tx, conferenceId), called);
      if (clock.now() < doorOpens(conference)) {
        throw new AppError('TOO_EARLY', `People can be checked in from ${limits.checkInHours} hours before the start.`);
      }
      if (clock.ms() > endOf(conference).getTime() + limits.lateScanDays * dayMs) {
        throw new AppError('OVER', `This conference has been over for more than ${limits.lateScanDays} days.`);
      }
      const ids = items.flatMap(({ participationId: id }) => (recordId.safeParse(id).success ? [id!] : []));
      const codes = items.flatMap(({ code }) => code ?? []);
      const doubles = await findDoubles(tx, conferenceId);
      const rows = await findScanned(tx, conferenceId, [...ids, ...doubles.map(({ countedId }) => countedId)], codes);
      const byId = new Map(rows.map((row) => [row.id, row]));
      const byCode = new Map(rows.map((row) => [row.code, row]));
      for (const { id, code, countedId } of doubles) {
        const row = byId.get(countedId);
        if (!row) continue;
        byId.set(id, row);
        byCode.set(code, row);
      }
      const scans = Map.groupBy(
        await findScans(
          tx,
          rows.map(({ id }) => id),
        ),
        ({ participationId }) => participationId,
      );
      const now = new Map(rows.map(({ id, checkedInAt }) => [id, checkedInAt]));
      const left: SkippedScan[] = [];
      const added: Scan[] = [];
      const counted = { checkedIn: 0, undone: 0 };
      for (const [index, { participationId, code, at, undo = false }] of items.entries()) {
        const row = participationId === undefined ? byCode.get(code ?? '') : byId.get(participationId.toLowerCase());
        const leave = (why: SkippedScan['code'], message: string) =>
          left.push({ index, participationId: row?.id ?? null, code: why, message });
        if (!row) {
          leave('NOT_FOUND', messages.NOT_FOUND);
          continue;
        }
        const moment = momentOf(at, conference);
        if (!moment) {
          leave('BAD_TIME', messages.BAD_TIME);
          continue;
        }
        if (row.state !== 'registered') {
          leave('WRONG_STATE', messages.WRONG_STATE);
          continue;
        }
        const one = { participationId: row.id, at: moment, undo };
        if (moment < doorOpens(conference)) {
          // It counts if the conference is moved back.
          added.push(one);
          leave('BAD_TIME', messages.moved);
          continue;
        }
        const entryScans = [...(scans.get(row.id) ?? []), one];
        scans.set(row.id, entryScans);
        added.push(one);
        const before = now.get(row.id) ?? null;
        const after = checkedInBy(entryScans, conference);
        now.set(row.id, after);
        if (!undo && before === null && after !== null) counted.checkedIn += 1;
        else if (undo && before !== null && after === null) counted.undone += 1;
        else leave('ALREADY', undo ? notIn : already);
      }
      const changed = new Map(
        rows.flatMap(({ id, checkedInAt }) => {
          const after = now.get(id) ?? null;
          return after?.getTime() === checkedInAt?.getTime() ? [] : [[id, after] as const];
        }),
      );
      await insertScans(tx, added, by);
      await setCheckedIn(tx, changed);
      await uncertify(
        tx,
        [...changed].flatMap(([id, at]) => (at === null ? [id] : [])),
      );
      await certifyLocked(tx, conference);
      return { ...counted, left };
    });
  }

  return { list, scan };
}

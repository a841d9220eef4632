import type { Core } from '#server/core.ts';
import type { OfficeSearch } from '#server/feature.ts';
import { createPicturedItems } from '#server/parts/content/pictured-items.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { pictureSet } from '#server/platform/storage/public-pictures.ts';
import { clock } from '#shared/clock.ts';
import type { ArchivedConference, Conference, ConferenceContent } from '#shared/contracts/conferences.ts';
import type { Participation } from '#shared/contracts/participations.ts';
import { AppError } from '#shared/errors.ts';
import type { Pagination } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { meetingTypeLabel } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { askedQuestions, called, endOf, freePlaces } from './conference.ts';
import {
  type ConferenceRow,
  type ConferenceText,
  conferencesWithTitle,
  conferenceQueries as queries,
} from './conferences.queries.ts';

/** The submitted fields; absent ones stay as they are. */
export type ConferenceParts = Partial<
  Pick<ConferenceContent, 'participation' | 'places' | 'closesAt' | 'endsAt' | 'questions' | 'certificate'>
>;

type StoredParts = Pick<
  ConferenceRow,
  'participation' | 'places' | 'closesAt' | 'endsAt' | 'questions' | 'certificate'
>;
type OwnParticipations = (
  db: Readable,
  publicUrl: string,
  memberId: string,
  conferenceIds: readonly string[],
) => Promise<Map<string, Participation>>;

/** What is handed in of those who take part. */
export interface ConferenceNeeds {
  /** The columns of a new conference. @throws VALIDATION */
  newParts: (startsAt: Date, parts: ConferenceParts) => StoredParts;
  /** Those of a changed one, under its lock. @throws VALIDATION, WRONG_STATE */
  changedParts: (
    tx: Transaction,
    before: ConferenceRow,
    after: ConferenceRow,
    parts: ConferenceParts,
  ) => Promise<StoredParts & Partial<ConferenceRow>>;
  fillPlaces: (tx: Transaction, conference: ConferenceRow) => Promise<unknown>;
  /** @throws WRONG_STATE for a conference with participations */
  mustHaveNobody: (tx: Transaction, conferenceId: string) => Promise<void>;
  /** Notifies everybody who is registered, waiting or unconfirmed. */
  tellCancelled: (tx: Transaction, conference: ConferenceRow, reason: string) => Promise<void>;
  /** A member's own, by conference. */
  ownParticipations: OwnParticipations;
}

/** The viewer: everybody sees conferences; joining details follow {@link seesJoining}. */
export interface Viewer {
  /** An administrator who looks after conferences. */
  isOffice?: boolean;
  /** Of a member, who also gets their own participation. */
  memberId?: string | undefined;
}

/** The office's form of a conference. */
type Text = ConferenceText & { parts: ConferenceParts };

/** Conferences; what is not here is {@link createPicturedItems}. */
export function createConferencesService(
  core: Pick<Core, 'database' | 'pictures' | 'config'>,
  { newParts, changedParts, fillPlaces, mustHaveNobody, tellCancelled, ownParticipations }: ConferenceNeeds,
) {
  const { reader } = core.database;
  const { find, archive, ...items } = createPicturedItems(core, {
    feature: 'conferences',
    name: 'Conference',
    called,
    queries,
    insert: (tx, { parts, ...text }: Text, picture) =>
      queries.insert(tx, { ...text, ...newParts(text.startsAt, parts), picture }),
    async save(tx, before, { parts, ...text }, picture) {
      const after = await changedParts(tx, before, { ...before, ...text }, parts);
      await queries.save(tx, before.id, { ...text, ...after, picture });
      // The number of places may have been raised.
      await fillPlaces(tx, { ...before, ...text, ...after });
    },
    mayRemove: mustHaveNobody,
    cards: limits.conferenceList,
    archived: ['id', 'title', 'meetingType', 'startsAt', 'endsAt'],
    paths: { list: paths.conferences, archive: paths.conferencesArchive, item: paths.conference },
  });
  return {
    ...items,

    /** Notifies everybody who is registered, waiting or unconfirmed. @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, OVER */
    async cancel(id: string, reason: string, version: number | undefined, by: string): Promise<void> {
      await core.database.transaction(async (tx) => {
        const row = assertVersion(await queries.lock(tx, id), called, version);
        if (row.cancelledAt !== null) throw new AppError('WRONG_STATE', 'This conference has been cancelled already.');
        if (endOf(row) <= clock.now()) throw new AppError('OVER', serverMessages.conferenceOver);
        const values = {
          cancelledAt: clock.now(),
          cancelReason: reason,
          sequence: row.sequence + 1,
          picture: undefined,
        };
        await queries.save(tx, id, values);
        await tellCancelled(tx, row, reason);
        await recordContentChange(tx, 'conferences', by, 'Conference cancelled', row.title);
      });
    },

    /** All conferences for the office: upcoming soonest first, then past latest first. */
    async list(): Promise<Conference[]> {
      return (await queries.list(reader)).map((row) => present(row, { isOffice: true }, undefined));
    },

    /** The same, active ones only. */
    async listActive(viewer: Viewer, limit?: number): Promise<Conference[]> {
      return withMine(await queries.listActive(reader, limit), viewer);
    },

    async archive(page: number): Promise<{ data: ArchivedConference[]; pagination: Pagination }> {
      const { rows, pagination } = await archive(page);
      const data = rows.map(({ id, title, meetingType, startsAt, endsAt }) => ({
        id,
        title,
        meetingType,
        startsAt: startsAt.toISOString(),
        over: isOver({ startsAt, endsAt }),
      }));
      return { data, pagination };
    },

    /** @throws NOT_FOUND also for an inactive one, unless `inactiveToo` */
    async get(id: string, viewer: Viewer & { inactiveToo: boolean }): Promise<Conference> {
      return (await withMine([await find(id, viewer)], viewer))[0]!;
    },
  };

  async function withMine(rows: ConferenceRow[], viewer: Viewer): Promise<Conference[]> {
    const { memberId } = viewer;
    if (memberId === undefined) return rows.map((row) => present(row, viewer, undefined));
    return withOwn(ownParticipations, core.database, core.config.publicUrl, rows, memberId);
  }
}

async function withOwn(
  ownParticipations: OwnParticipations,
  db: Readable,
  publicUrl: string,
  rows: readonly ConferenceRow[],
  memberId: string,
): Promise<Conference[]> {
  const mine = await ownParticipations(
    db,
    publicUrl,
    memberId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, { memberId }, mine.get(row.id) ?? null));
}

/** For the office's search: latest first. */
export const searchConferences: OfficeSearch['find'] = async (db, term) =>
  (await conferencesWithTitle(db, term)).map(({ id, title, meetingType, startsAt }) => ({
    id,
    title,
    details: [meetingTypeLabel(meetingType), dayInWords(startsAt)],
    link: paths.admin.opened(paths.admin.conferences, id),
  }));

/** The next conference that takes place, as this member sees it; null without any. */
export async function nextConference(
  db: Readable,
  publicUrl: string,
  memberId: string,
  ownParticipations: OwnParticipations,
): Promise<Conference | null> {
  const rows = await queries.listActive(db, limits.conferenceList);
  const next = rows.find((row) => row.cancelledAt === null && !isOver(row));
  return next ? (await withOwn(ownParticipations, db, publicUrl, [next], memberId))[0]! : null;
}

const isOver = (row: Pick<ConferenceRow, 'startsAt' | 'endsAt'>): boolean => endOf(row) <= clock.now();

/**
 * Whether this answer may have id, password and link. Where people register, they belong to those who have a place;
 * `joinMembersOnly` is about open conferences.
 */
function seesJoining(row: ConferenceRow, viewer: Viewer, mine: Participation | null | undefined): boolean {
  if (viewer.isOffice) return true;
  if (row.participation === 'off' && !row.joinMembersOnly) return true;
  return mine?.state === 'registered' || (row.participation === 'off' && viewer.memberId !== undefined);
}

function present(row: ConferenceRow, viewer: Viewer, mine: Participation | null | undefined): Conference {
  const hasJoining = row.meetingId !== '' || row.meetingPassword !== '' || row.meetingLink !== '';
  const joinHidden = hasJoining && !seesJoining(row, viewer, mine);
  const picture = pictureSet(row.picture);
  return {
    id: row.id,
    title: row.title,
    meetingType: row.meetingType,
    meetingId: joinHidden ? '' : row.meetingId,
    meetingPassword: joinHidden ? '' : row.meetingPassword,
    meetingAddress: row.meetingAddress,
    meetingLink: joinHidden ? '' : row.meetingLink,
    startsAt: row.startsAt.toISOString(),
    description: row.description,
    pictureAddress: picture?.src ?? null,
    picture,
    status: row.active,
    joinMembersOnly: row.joinMembersOnly,
    joinHidden,
    over: isOver(row),
    participation: row.participation,
    places: row.places,
    free: freePlaces(row),
    closesAt: row.closesAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    questions: askedQuestions(row),
    certificate: row.certificate,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    cancelReason: row.cancelReason,
    ...(mine === undefined ? {} : { mine }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { recordContentChange } from '#server/features/content/content-change.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { pictureSet } from '#server/storage/public-pictures.ts';
import type { Conference } from '#shared/contracts/conferences.ts';
import { notFound, recordChanged } from '#shared/errors.ts';
import * as queries from './conferences.queries.ts';

const missing = () => notFound('This conference');
const pictureField = 'Webinar_pic';

/** Who looks: everybody sees conferences, but some only members and the office may join. */
export interface Viewer {
  mayJoin: boolean;
}

/** Conferences. `by` is the administrator's e-mail; every change is logged with it. */
export function createConferencesService({ database, pictures }: Pick<Core, 'database' | 'pictures'>) {
  async function hold(tx: Transaction, id: string, version: number | undefined): Promise<queries.ConferenceRow> {
    const row = await queries.lockConference(tx, id);
    if (!row) throw missing();
    if (version !== undefined && version !== row.version) throw recordChanged();
    return row;
  }

  return {
    /** All conferences for the office: upcoming soonest first, then past latest first. */
    async list(): Promise<Conference[]> {
      return (await queries.listConferences(database)).map((row) => present(row, { mayJoin: true }));
    },

    /** The same, of those that the public sees. */
    async listActive(viewer: Viewer): Promise<Conference[]> {
      return (await queries.listActiveConferences(database)).map((row) => present(row, viewer));
    },

    /** @throws NOT_FOUND also for an inactive one, unless `inactiveToo` */
    async get(id: string, viewer: Viewer & { inactiveToo: boolean }): Promise<Conference> {
      const row = await queries.findConference(database, id);
      if (!row || !(row.active || viewer.inactiveToo)) throw missing();
      return present(row, viewer);
    },

    /** @throws UNSUPPORTED_FILE when the picture cannot be used */
    async create(text: queries.ConferenceText, upload: UploadedFile | undefined, by: string): Promise<void> {
      const picture = upload && (await pictures.store(upload, pictureField));
      await database.transaction(async (tx) => {
        if (picture) await pictures.attach(tx, picture);
        await queries.insertConference(tx, text, picture);
        await recordContentChange(tx, by, 'Conference added', text.title);
      });
    },

    /**
     * Without an upload the picture stays; with one the old picture is released.
     * @throws NOT_FOUND, RECORD_CHANGED, UNSUPPORTED_FILE
     */
    async update(
      id: string,
      text: queries.ConferenceText,
      upload: UploadedFile | undefined,
      version: number | undefined,
      by: string,
    ): Promise<void> {
      const picture = upload && (await pictures.store(upload, pictureField));
      await database.transaction(async (tx) => {
        const row = await hold(tx, id, version);
        await queries.saveConference(tx, id, text, picture);
        if (picture) {
          // In this order a picture that is replaced by itself stays.
          await pictures.release(tx, row.picture);
          await pictures.attach(tx, picture);
        }
        await recordContentChange(tx, by, 'Conference changed', text.title);
      });
    },

    /** Shows or hides a conference. @returns whether it is active now @throws NOT_FOUND, RECORD_CHANGED */
    async toggle(id: string, version: number | undefined, by: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const row = await hold(tx, id, version);
        await queries.setConferenceActive(tx, id, !row.active);
        await recordContentChange(tx, by, row.active ? 'Conference hidden' : 'Conference shown', row.title);
        return !row.active;
      });
    },

    /** Deletes a conference with its picture. @throws NOT_FOUND */
    async remove(id: string, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await hold(tx, id, undefined);
        await queries.removeConference(tx, id);
        await pictures.release(tx, row.picture);
        await recordContentChange(tx, by, 'Conference deleted', row.title);
      });
    },
  };
}

function present(row: queries.ConferenceRow, { mayJoin }: Viewer): Conference {
  const joinHidden = row.joinMembersOnly && !mayJoin;
  const picture = pictureSet(row.picture);
  return {
    _id: row.id,
    WebinarName: row.title,
    MeetingType: row.meetingType,
    MeetingId: joinHidden ? '' : row.meetingId,
    MeetingPassword: joinHidden ? '' : row.meetingPassword,
    MeetingAddress: row.meetingAddress,
    MeetingLink: joinHidden ? '' : row.meetingLink,
    MeetingDate: row.startsAt.toISOString(),
    Description: row.description,
    Webinar_pic: picture?.src ?? null,
    picture,
    status: row.active,
    joinMembersOnly: row.joinMembersOnly,
    joinHidden,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

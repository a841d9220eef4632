import type { Core } from '#server/core.ts';
import { createPicturedItems } from '#server/features/content/pictured-items.ts';
import { pictureSet } from '#server/storage/public-pictures.ts';
import type { Conference } from '#shared/contracts/conferences.ts';
import { notFound } from '#shared/errors.ts';
import * as queries from './conferences.queries.ts';

const called = 'This conference';

/** Who looks: everybody sees conferences, but some only members and the office may join. */
export interface Viewer {
  mayJoin: boolean;
}

/** Conferences; for `create`, `update`, `toggle` and `remove` see {@link createPicturedItems}. */
export function createConferencesService(core: Pick<Core, 'database' | 'pictures'>) {
  const { database } = core;
  return {
    ...createPicturedItems<queries.ConferenceText>(core, {
      name: 'Conference',
      called,
      pictureField: 'Webinar_pic',
      lock: queries.lockConference,
      insert: queries.insertConference,
      save: queries.saveConference,
      setActive: queries.setConferenceActive,
      remove: queries.removeConference,
    }),

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
      if (!row || !(row.active || viewer.inactiveToo)) throw notFound(called);
      return present(row, viewer);
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

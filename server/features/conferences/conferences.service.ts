import type { Core } from '#server/core.ts';
import { archivePage } from '#server/features/content/archive-page.ts';
import { createPicturedItems } from '#server/features/content/pictured-items.ts';
import { pictureSet } from '#server/storage/public-pictures.ts';
import { clock } from '#shared/clock.ts';
import type { ArchivedConference, Conference } from '#shared/contracts/conferences.ts';
import { notFound } from '#shared/errors.ts';
import type { Pagination } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import * as queries from './conferences.queries.ts';

const called = 'This conference';

/** Who looks: everybody sees conferences, but some only members and the office may join. */
export interface Viewer {
  mayJoin: boolean;
}

/** Conferences; for `create`, `update`, `toggle` and `remove` see {@link createPicturedItems}. */
export function createConferencesService(core: Pick<Core, 'database' | 'pictures'>) {
  const { reader } = core.database;
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
      return (await queries.listConferences(reader)).map((row) => present(row, { mayJoin: true }));
    },

    /** The same, of those that the public sees. */
    async listActive(viewer: Viewer, limit?: number): Promise<Conference[]> {
      return (await queries.listActiveConferences(reader, limit)).map((row) => present(row, viewer));
    },

    /** Those that follow the cards of the Conferences page. @throws NOT_FOUND for a page that there is not */
    async archive(page: number): Promise<{ data: ArchivedConference[]; pagination: Pagination }> {
      const count = await queries.countActiveConferences(reader);
      const { pagination, part } = archivePage(page, count, limits.conferenceList);
      const rows = await queries.listConferenceTitles(reader, part);
      const data = rows.map(({ id, title, meetingType, startsAt }) => ({
        _id: id,
        WebinarName: title,
        MeetingType: meetingType,
        MeetingDate: startsAt.toISOString(),
        over: isOver(startsAt),
      }));
      return { data, pagination };
    },

    /** For search engines: the first active ones with when they were changed, and how many pages the archive has. */
    async addresses(limit: number) {
      const count = await queries.countActiveConferences(reader);
      const { pagination } = archivePage(1, count, limits.conferenceList);
      return { items: await queries.listConferenceChanges(reader, limit), archivePages: pagination.totalPages };
    },

    /** @throws NOT_FOUND also for an inactive one, unless `inactiveToo` */
    async get(id: string, viewer: Viewer & { inactiveToo: boolean }): Promise<Conference> {
      const row = await queries.findConference(reader, id);
      if (!row || !(row.active || viewer.inactiveToo)) throw notFound(called);
      return present(row, viewer);
    },
  };
}

/** As long after its start as a conference is taken to last; the queries order by the same rule. */
function isOver(startsAt: Date): boolean {
  return startsAt.getTime() <= clock.ms() - limits.conferenceHours * 3_600_000;
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
    over: isOver(row.startsAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

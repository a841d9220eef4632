import type { Core } from '#server/core.ts';
import { called } from '#server/features/conferences/conference.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { listParticipants } from '#shared/contracts/participations.ts';
import type { EndpointRequest } from '#shared/endpoint.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import type { StoredQuestion } from '../participations.queries.ts';
import { participantOf } from '../presentation.ts';
import * as queries from './participant-lists.queries.ts';

type Listing = EndpointRequest<typeof listParticipants, never>['query'];

const withRemoved = ({ questions }: Pick<ConferenceRow, 'questions'>): StoredQuestion[] => questions;

/** The office's lists of participants. */
export function createParticipantListsService({ database, config }: Pick<Core, 'database' | 'config'>) {
  const { reader } = database;

  async function conferenceOf(id: string): Promise<ConferenceRow> {
    return orNotFound(await conferenceQueries.find(reader, id), called);
  }

  /** @throws NOT_FOUND */
  async function list(conferenceId: string, query: Listing, reach: Reach) {
    const conference = await conferenceOf(conferenceId);
    const filter = { conferenceId, state: query.state, search: query.search, homeState: query.homeState, reach };
    const [{ rows, count }, totals] = await Promise.all([
      queries.findParticipants(reader, filter, query.page),
      queries.countParticipants(reader, conferenceId, reach),
    ]);
    return {
      data: rows.map((view) => participantOf(view, config.publicUrl)),
      totals,
      questions: withRemoved(conference),
      pagination: paginationOf(query.page, count),
    };
  }

  /** The countable answers, each with its number. @throws NOT_FOUND */
  async function sums(conferenceId: string, reach: Reach) {
    const { questions } = await conferenceOf(conferenceId);
    const counted = questions.filter(({ kind }) => kind !== 'text').map(({ id }) => id);
    const sums = await queries.sumAnswers(reader, conferenceId, reach, counted);
    return questions.map((question) => {
      const answers = sums.filter((each) => each.question === question.id);
      return {
        ...question,
        answered: answers.reduce((sum, { count }) => sum + count, 0),
        sums: question.kind === 'text' ? [] : answers.map(({ answer, count }) => ({ answer, count })),
      };
    });
  }

  /** Registered people, for a sheet to sign. @throws NOT_FOUND */
  async function sheet(conferenceId: string, reach: Reach) {
    await conferenceOf(conferenceId);
    const rows = await queries.findRegistered(reader, conferenceId, reach);
    return rows.map(({ id, homeState, ...row }) => ({ id, ...row, homeState: homeState ?? '' }));
  }

  return { list, sums, sheet };
}

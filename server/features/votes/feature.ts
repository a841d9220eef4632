import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { waitingFor } from '#server/parts/proposals/proposals.ts';
import { administratorOf, loggedIn, memberOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/votes.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { createVoteDrafts } from './drafts.service.ts';
import { prepareKeys } from './key-change.ts';
import { createVoteMakers } from './mails.ts';
import { createVoteOffice } from './office.service.ts';
import { createPapersService } from './papers.service.ts';
import { countUnanswered } from './roll.queries.ts';
import { createVoteSteps } from './steps.service.ts';
import { createVoteTimer } from './timing.ts';
import { createVotesService } from './votes.service.ts';

/** Elections and resolutions by secret ballot. */
export const votes: Feature = {
  name: 'votes',
  work: [
    {
      kind: 'vote',
      counted: 'votes',
      power: 'votes',
      quiet: true,
      find: (db, office) => waitingFor(db, office),
      title: (count) => `${count} ${count === 1 ? 'step of a vote waits' : 'steps of votes wait'} for a second person`,
      href: paths.admin.votes,
    },
    {
      kind: 'objection',
      counted: 'objections',
      power: 'votes',
      quiet: true,
      find: countUnanswered,
      title: (count) =>
        `${count} ${count === 1 ? 'objection to a roll waits' : 'objections to rolls wait'} for an answer`,
      href: paths.admin.votes,
    },
  ],
  routes: votesRoutes,
  prepare: prepareKeys,
  mails: createVoteMakers,
  background: createVoteTimer,
};

const proposed = 'It waits for a second administrator to agree.';

/** Secret ballots. */
function votesRoutes(app: FastifyInstance, core: Core): void {
  const votes = serviceOf(core, createVotesService);
  const drafts = serviceOf(core, createVoteDrafts);
  const steps = serviceOf(core, createVoteSteps);
  const office = serviceOf(core, createVoteOffice);
  const papers = serviceOf(core, createPapersService);

  route(app, contract.listVotes, ({ query }, caller) => votes.list(query.page, loggedIn(caller)));
  route(app, contract.getVote, async ({ params }, caller) => ({ vote: await votes.get(params.id, loggedIn(caller)) }));
  route(app, contract.createVote, async ({ body }, caller) => ({
    message: messages.letters.draftSaved,
    vote: await drafts.create(body, administratorOf(caller)),
  }));
  route(app, contract.updateVote, async ({ params, body: { version, ...change } }, caller) => ({
    message: messages.letters.draftSaved,
    vote: await drafts.update(params.id, change, version, administratorOf(caller)),
  }));
  route(app, contract.deleteVote, async ({ params }, caller) => {
    await drafts.remove(params.id, administratorOf(caller));
    return { message: messages.letters.draftDeleted };
  });
  route(app, contract.countVoters, async ({ body }) => ({ data: { people: await drafts.count(body) } }));
  route(app, contract.findCandidates, async ({ query }) => ({ data: await drafts.candidates(query.search) }));
  route(app, contract.proposeVote, async ({ params, body }, caller) => ({
    message: proposed,
    vote: await steps.propose(params.id, body, administratorOf(caller)),
  }));
  route(app, contract.agreeToVote, async ({ params, body }, caller) => ({
    message: 'It was carried out.',
    vote: await steps.agree(params.id, body, administratorOf(caller)),
  }));
  route(app, contract.refuseVote, async ({ params, body }, caller) => ({
    message: 'It was refused.',
    vote: await steps.refuse(params.id, body, administratorOf(caller)),
  }));
  route(app, contract.voteRoll, ({ params, query }) => office.roll(params.id, query));
  route(app, contract.objectToRoll, async ({ params, body }, caller) => ({
    message: 'Your objection was sent to the office.',
    objection: await office.object(params.id, body.text, memberOf(caller)),
  }));
  route(app, contract.listObjections, async ({ params }) => ({ data: await office.objections(params.id) }));
  route(app, contract.answerObjection, async ({ params, body }, caller) => ({
    message: 'The answer was saved.',
    objection: await office.answer(params.id, body.text, administratorOf(caller)),
  }));
  route(app, contract.takePaper, async ({ params, body }, caller) => ({
    blindSignature: await papers.take(params.id, body, memberOf(caller)),
  }));
  route(
    app,
    contract.castBallot,
    async ({ params, body }, { arrivedAt, network }) => ({
      receipt: await papers.cast(params.id, body, { arrivedAt, network }),
    }),
    { beforeBody: ({ id }, { arrivedAt }) => papers.arrive(id, arrivedAt) },
  );
  route(app, contract.voteResults, async ({ params }, { auth }) => ({ data: await office.result(params.id, auth) }));
  route(app, contract.voteBox, ({ params }, { auth }) => office.box(params.id, auth));
  route(app, contract.voteMinutes, ({ params }, caller) => office.minutes(params.id, administratorOf(caller)));
}

import type { Feature } from '#server/feature.ts';
import { prepareKeys } from './key-change.ts';
import { createVoteMakers } from './mails.ts';
import type { DraftNews } from './steps.service.ts';
import { createVoteTimer } from './timing.ts';
import { votesRoutes } from './votes.routes.ts';

/** Elections and resolutions by secret ballot. */
export const votes = ({ draftNews }: { draftNews: DraftNews }): Feature => ({
  name: 'votes',
  routes: (api, core) => votesRoutes(api, core, draftNews),
  prepare: prepareKeys,
  mails: createVoteMakers,
  background: createVoteTimer,
});

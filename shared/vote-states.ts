/** The states of a vote, in their order. */
export const voteStates = ['draft', 'roll', 'open', 'closed', 'declared', 'cancelled'] as const;
export type VoteState = (typeof voteStates)[number];

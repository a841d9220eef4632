import type { PictureAddress } from '#server/features/members/records.ts';
import { isOf, type ProposalRow } from '#server/parts/proposals/proposals.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import type { Objection, OfficeObjection, ProposalKind, RollRow, Vote } from '#shared/contracts/votes.ts';
import type { ObjectionRow, RollEntry } from './roll.queries.ts';
import type { findByNumbers, VoteRow } from './votes.queries.ts';

/** What a vote is shown with. */
export interface Beside {
  candidates: Awaited<ReturnType<typeof findByNumbers>>;
  address: PictureAddress;
  notice: Vote['notice'];
  mine: Vote['mine'];
  /** Of the office. */
  proposal?: ProposalRow | undefined;
  who?: Pick<ActingAdministrator, 'administratorId' | 'email'> | undefined;
  held: string;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

function proposalOf(row: ProposalRow, who: Pick<ActingAdministrator, 'administratorId' | 'email'>): Vote['proposal'] {
  return {
    id: row.id,
    what: row.what as ProposalKind,
    by: row.by,
    at: row.at.toISOString(),
    text: row.text,
    details: row.details,
    mayAgree: !isOf(row, who),
  };
}

export function voteOf(row: VoteRow, { candidates, address, notice, mine, proposal, who, held }: Beside): Vote {
  const photoOf = (memberNumber: string | null) => {
    const member = memberNumber === null ? undefined : candidates.get(memberNumber);
    return member?.status === 'Approved' && member.cardPhoto ? address(member.id, member.pictureFile) : null;
  };
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    state: row.state,
    questions: row.questions.map((question) => ({
      ...question,
      options: question.options.map((option) => ({ ...option, photo: photoOf(option.memberNumber) })),
    })),
    filter: row.filter,
    goodStanding: row.goodStanding,
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    quorumPercent: row.quorumPercent,
    publicResult: row.publicResult,
    withoutNotice: row.withoutNotice,
    notice,
    publicKey: row.publicKey,
    keyFingerprint: row.keyFingerprint,
    rollHash: row.rollHash,
    paperHash: row.paperHash,
    boxHash: row.boxHash,
    people: row.people,
    cancelReason: row.cancelReason,
    proposal: proposal && who ? proposalOf(proposal, who) : null,
    held,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    mine,
  };
}

export const objectionOf = (row: ObjectionRow): Objection => ({
  id: row.id,
  text: row.text,
  at: row.at.toISOString(),
  answer: row.answer,
  answeredAt: iso(row.answeredAt),
});

export const officeObjectionOf = (row: ObjectionRow): OfficeObjection => ({
  ...objectionOf(row),
  memberNumber: row.memberNumber,
  name: row.name || 'erased person',
});

/** @param isOver only from closing on the office sees who took a paper */
export const rollRowOf = (row: RollEntry, isOver: boolean): RollRow => ({
  memberNumber: row.memberNumber,
  name: row.name || 'erased person',
  state: row.state,
  addedBecause: row.addedBecause,
  paperOn: isOver ? row.paperOn : null,
});

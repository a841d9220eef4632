import { constants, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { countBallots, rewriteBox } from '#server/features/votes/ballots.queries.ts';
import { countBox } from '#server/features/votes/box.ts';
import { paperHashOf } from '#server/features/votes/genuine.ts';
import { createVoteKeys, type KeySettings } from '#server/features/votes/keys.ts';
import { hashRoll } from '#server/features/votes/roll.ts';
import { ballots, voteObjections, voteRoll, votes } from '#server/features/votes/tables.ts';
import { findVote, insertKey } from '#server/features/votes/votes.queries.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { type Ballot, canonicalBallot, noneOfThese, signedText } from '#shared/ballots.ts';
import { indianDay, startOfIndianDay } from '#shared/clock.ts';
import type { Majority, VoteOption, VoteQuestion } from '#shared/contracts/votes.ts';
import { drawLots } from '#shared/vote-count.ts';

const by = 'office@example.org';
const dayMs = 86_400_000;

/** Somebody who stands. */
type Person = Pick<VoteOption, 'name' | 'memberNumber'>;

const statements = [
  'Eighteen years in the district and sessions courts. I stand for regular training in every State.',
  'A welfare fund for the families of our members, and its accounts open to everyone.',
  'I have kept the records of our State unit since 2019, and would do the same for all of India.',
];

const office = (id: string, title: string, seats: number, people: readonly Person[]): VoteQuestion => ({
  id,
  kind: 'office',
  title,
  text: '',
  seats,
  none: true,
  majority: null,
  options: people.map((person, index) => ({ ...person, id: `${id}c${index}`, statement: statements[index] ?? '' })),
});
const resolution = (id: string, title: string, majority: Majority): VoteQuestion => ({
  ...office(id, title, 1, []),
  kind: 'resolution',
  seats: null,
  none: false,
  majority,
  options: ['For', 'Against', 'Abstain'].map((name) => ({
    id: name.toLowerCase(),
    name,
    memberNumber: null,
    statement: '',
  })),
});

const electionOf = (people: readonly Person[]) => [
  office('qa', 'President', 1, people.slice(0, 4)),
  office('qb', 'General Secretary', 1, people.slice(4, 8)),
  office('qc', 'Joint Secretaries', 2, people.slice(8, 12)),
  resolution('qd', 'The annual subscription is raised by Rs 200', 'twoThirds'),
];

const secretaries = [[0, 1], [0, 1], [0, 2], [0, 2], [0], [1, 3], [2, 3], [3], [0, 1], [0, 1]];

/** What the voter of this number chooses: a tie for the second office, whatever the even number of voters. */
function choicesOf(voter: number): Ballot {
  const president = voter % 50 === 49 ? noneOfThese : `qac${[0, 0, 0, 0, 1, 1, 1, 2, 2, 3][voter % 10]}`;
  return {
    qa: [president],
    qb: [`qbc${(Math.floor(voter / 2) % 5 === 4 ? 2 : 0) + (voter % 2)}`],
    qc: secretaries[voter % 10]!.map((index) => `qcc${index}`),
    qd: voter % 7 === 0 ? [] : [voter % 9 === 0 ? 'abstain' : voter % 4 === 0 ? 'against' : 'for'],
  };
}

/** A genuine ballot: the paper signed by the vote's key, the choices by the paper's own. @param secret PKCS #8 */
export function ballotOf(
  { voteId, questions, paperHash }: { voteId: string; questions: readonly VoteQuestion[]; paperHash: string },
  secret: Buffer,
  choices: Ballot,
) {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = keys.publicKey.export({ type: 'spki', format: 'der' });
  const message = Buffer.concat([randomBytes(32), createHash('sha256').update(key).digest()]);
  const signer = { key: secret, format: 'der', type: 'pkcs8' } as const;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
  const ballot = canonicalBallot(questions, choices)!;
  return {
    voteId,
    message,
    signature: sign('sha384', message, { ...signer, ...pss }),
    key,
    counter: 1,
    ballot,
    ballotSignature: sign('sha256', Buffer.from(signedText({ voteId, paperHash }, 1, ballot)), {
      key: keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    }),
  };
}

/**
 * Adds a past election with a tie decided by lots, an open vote, and one with its roll and an objection; nothing if there are votes already.
 * @param login the e-mail of a member who has yet to vote
 */
export async function seedVotes(
  { database, config }: { database: Database; config: KeySettings },
  today: Date,
  login = '',
): Promise<void> {
  if ((await database.$count(votes)) > 0) return;
  const keys = createVoteKeys(config);
  /** At ten in the morning in India. */
  const at = (days: number) => new Date(startOfIndianDay(indianDay(today)).getTime() + days * dayMs + 10 * 3_600_000);

  /** A vote with its roll frozen. */
  async function freeze(
    tx: Transaction,
    values: Pick<typeof votes.$inferInsert, 'title' | 'text' | 'questions' | 'opensAt' | 'closesAt' | 'publicResult'>,
  ) {
    const frozenAt = new Date(Math.min(values.opensAt.getTime(), today.getTime()) - 3 * dayMs);
    const [row] = await tx
      .insert(votes)
      .values({ ...values, by, withoutNotice: true, createdAt: frozenAt })
      .returning();
    const voteId = row!.id;
    await tx.execute(sql`insert into ${voteRoll} (vote_id, member_number, member_id, name, state)
      select ${voteId}::uuid, member_number, id, name, state from members where status = 'Approved' and member_number is not null`);
    const hashed = await hashRoll(tx, voteId);
    const paperHash = paperHashOf({ quorumPercent: 0, ...values, id: voteId });
    const { sealed, publicKey, fingerprint } = await keys.make(voteId, paperHash);
    const change = { ...hashed, paperHash, publicKey, keyFingerprint: fingerprint, frozenAt, state: 'roll' as const };
    await tx.update(votes).set(change).where(eq(votes.id, voteId));
    return { voteId, sealed, paperHash, questions: values.questions, opensAt: values.opensAt };
  }

  /** Lets these members vote, on the first days. */
  async function fillBox(
    tx: Transaction,
    { voteId, sealed, paperHash, questions, opensAt }: Awaited<ReturnType<typeof freeze>>,
    voters: readonly string[],
    days: number,
    choices: (voter: number) => Ballot,
  ) {
    const secret = await keys.open(voteId, sealed, paperHash);
    for (const [index, number] of voters.entries()) {
      const paperOn = indianDay(new Date(opensAt.getTime() + (index % days) * dayMs));
      await tx.update(voteRoll).set({ paperOn }).where(sql`vote_id = ${voteId}::uuid and member_number = ${number}`);
      await tx.insert(ballots).values(ballotOf({ voteId, questions, paperHash }, secret, choices(index)));
    }
  }

  await database.transaction(async (tx) => {
    // A running site deletes keys of votes that it does not know.
    await lockUntilCommit(tx, 'votes');
    const { rows } = await tx.execute<{ name: string; number: string; isLogin: boolean }>(
      sql`select name, member_number as number, email = ${login} as "isLogin" from members
        where status = 'Approved' and member_number is not null order by md5(member_number), member_number`,
    );
    if (rows.length === 0) return;
    const people = Array.from({ length: 14 }, (_, index): Person => {
      const { name, number } = rows[index] ?? { name: `Candidate ${index + 1}`, number: null };
      return { name, memberNumber: number };
    });
    const questions = electionOf(people);
    const past = await freeze(tx, {
      title: `Election of office bearers ${indianDay(at(-20)).slice(0, 4)}`,
      text: 'The General Body elects the office bearers of the next two years.',
      questions,
      publicResult: true,
      opensAt: at(-20),
      closesAt: at(-13),
    });
    const numbers = rows.map(({ number }) => number);
    // An even number, so that the second office is tied; a large sample does not need more ballots.
    await fillBox(tx, past, numbers.slice(0, Math.min(200, Math.floor(numbers.length * 0.4) * 2)), 6, choicesOf);
    await rewriteBox(tx, past.voteId);
    const inBox = await countBallots(tx, past.voteId);
    const { papers, boxHash, result } = await countBox(tx, (await findVote(tx, past.voteId))!, inBox);
    const lots = Object.fromEntries(
      result.questions.filter(({ outcome }) => outcome === 'tied').map(({ id, tied }) => [id, tied.toReversed()]),
    );
    await tx
      .update(votes)
      .set({
        state: 'declared',
        papers,
        ballots: inBox,
        boxHash,
        lots,
        result: { ...result, questions: drawLots(questions, result.questions, lots) },
        closedAt: at(-13),
        declaredAt: at(-12),
        declaredBy: `${by}, president@example.org`,
      })
      .where(eq(votes.id, past.voteId));

    const open = await freeze(tx, {
      title: 'Resolution on the welfare fund',
      text: 'The managing body proposes a welfare fund for the families of members.',
      questions: [resolution('qa', 'A welfare fund is set up, with Rs 100 of every annual subscription', 'simple')],
      opensAt: at(-1),
      closesAt: at(6),
    });
    await insertKey(tx, open.voteId, open.sealed);
    const early = rows.filter(({ isLogin }) => !isLogin).slice(0, Math.min(60, Math.floor(rows.length / 4)));
    await fillBox(
      tx,
      open,
      early.map(({ number }) => number),
      1,
      (voter) => ({ qa: [voter % 3 === 0 ? 'against' : 'for'] }),
    );
    const step = { state: 'open' as const, openTold: at(-1) };
    await tx.update(votes).set(step).where(eq(votes.id, open.voteId));

    const coming = await freeze(tx, {
      title: 'Election of the treasurer',
      text: 'The treasurer has resigned. The General Body elects a successor for the rest of the term.',
      questions: [office('qa', 'Treasurer', 1, people.slice(12))],
      opensAt: at(10),
      closesAt: at(14),
    });
    await insertKey(tx, coming.voteId, coming.sealed);
    // Somebody else than who logs in, as one may object once.
    const isLogin = sql`${voteRoll.memberNumber} = ${rows.find((row) => row.isLogin)?.number ?? ''}`;
    const [objector] = await tx
      .select()
      .from(voteRoll)
      .where(eq(voteRoll.voteId, coming.voteId))
      .orderBy(isLogin, voteRoll.memberNumber)
      .limit(1);
    const { memberId, memberNumber, name } = objector!;
    const text = 'A colleague in my district joined last week and is not on the roll.';
    const objectedAt = new Date(today.getTime() - 5 * 3_600_000);
    await tx
      .insert(voteObjections)
      .values({ voteId: coming.voteId, memberId, memberNumber, name, text, at: objectedAt });
  });
}

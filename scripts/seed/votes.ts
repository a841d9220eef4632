import { constants, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { ballots, voteObjections, voteRoll, votes } from '#server/database/tables/votes.ts';
import { countBallots, rewriteBox } from '#server/features/votes/ballots.queries.ts';
import { countBox } from '#server/features/votes/box.ts';
import { createVoteKeys } from '#server/features/votes/keys.ts';
import { findNumbers } from '#server/features/votes/roll.queries.ts';
import { hashRoll } from '#server/features/votes/roll.ts';
import { findVote, insertKey } from '#server/features/votes/votes.queries.ts';
import { type Ballot, canonicalBallot, signedText } from '#shared/ballots.ts';
import type { Majority, VoteQuestion } from '#shared/contracts/votes.ts';
import { drawLots } from '#shared/vote-count.ts';

const by = 'office@example.org';
const hourMs = 3_600_000;

const office = (id: string, title: string, seats: number, names: string): VoteQuestion => ({
  id,
  kind: 'office',
  title,
  text: '',
  seats,
  none: true,
  majority: null,
  options: names.split(', ').map((name, index) => ({ id: `${id}c${index}`, name, memberNumber: null, statement: '' })),
});
const resolution = (id: string, title: string, majority: Majority): VoteQuestion => ({
  ...office(id, title, 1, ''),
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

const election = [
  office('qa', 'President', 1, 'Anand Kulkarni, Bharati Menon, Charan Singh, Deepa Iyer'),
  office('qb', 'General Secretary', 1, 'Esther Thomas, Farhan Qureshi, Gopal Das, Hema Reddy'),
  office('qc', 'Joint Secretaries', 2, 'Ishaan Bose, Jaya Pillai, Kabir Anand, Lata Joshi'),
  resolution('qd', 'The annual subscription is raised by Rs 200', 'twoThirds'),
];

/** What the voter of this number chooses: a tie for the second office, whatever the number of voters. */
function choicesOf(voter: number): Ballot {
  const second = voter % 2 === 0 ? ['qbc0'] : ['qbc1'];
  return {
    qa: [voter % 3 === 0 ? 'qac1' : 'qac0'],
    qb: second,
    qc: voter % 5 === 0 ? ['qcc3'] : ['qcc0', voter % 2 === 0 ? 'qcc1' : 'qcc2'],
    qd: voter % 7 === 0 ? [] : [voter % 4 === 0 ? 'against' : 'for'],
  };
}

/** A genuine ballot: the paper signed by the vote's key, the choices by the paper's own. @param secret PKCS #8 */
export function ballotOf(
  { voteId, questions }: { voteId: string; questions: readonly VoteQuestion[] },
  secret: Buffer,
  choices: Ballot,
) {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = own.publicKey.export({ type: 'spki', format: 'der' });
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
    ballotSignature: sign('sha256', Buffer.from(signedText(voteId, 1, ballot)), {
      key: own.privateKey,
      dsaEncoding: 'ieee-p1363',
    }),
  };
}

/** Adds a past election with a tie decided by lots, an open vote, and one with its roll and an objection; nothing if there are votes already. */
export async function seedVotes({ database, config }: Pick<Core, 'database' | 'config'>, today: Date): Promise<void> {
  if ((await database.$count(votes)) > 0) return;
  const keys = createVoteKeys(config);
  const at = (hours: number) => new Date(today.getTime() + hours * hourMs);

  /** A vote with its roll frozen. */
  async function freeze(
    tx: Transaction,
    values: Pick<typeof votes.$inferInsert, 'title' | 'text' | 'questions' | 'opensAt' | 'closesAt'>,
  ) {
    const frozenAt = new Date(Math.min(values.opensAt.getTime(), today.getTime()) - 72 * hourMs);
    const [row] = await tx
      .insert(votes)
      .values({ ...values, by, withoutNotice: true, createdAt: frozenAt })
      .returning();
    const voteId = row!.id;
    await tx.execute(sql`insert into ${voteRoll} (vote_id, member_number, member_id, name, state)
      select ${voteId}::uuid, member_number, id, name, state from members where status = 'Approved' and member_number is not null`);
    const hashed = await hashRoll(tx, voteId);
    const { sealed, publicKey, fingerprint } = await keys.make(voteId);
    const change = { ...hashed, publicKey, keyFingerprint: fingerprint, frozenAt, state: 'roll' as const };
    await tx.update(votes).set(change).where(eq(votes.id, voteId));
    return { voteId, sealed };
  }

  await database.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`select from members where status = 'Approved' and member_number is not null limit 1`,
    );
    if (rows.length === 0) return;
    const past = await freeze(tx, {
      title: 'Election of office bearers',
      text: 'The General Body elects the office bearers of the next two years.',
      questions: election,
      opensAt: at(-480),
      closesAt: at(-312),
    });
    const secret = await keys.open(past.voteId, past.sealed);
    const numbers = await findNumbers(tx, past.voteId);
    // An even number, so that the second office is tied; a large sample does not need more ballots.
    const count = Math.min(200, numbers.length - (numbers.length % 2));
    for (const [index, number] of numbers.slice(0, count).entries()) {
      const paperOn = at(-470 + (index % 6) * 24)
        .toISOString()
        .slice(0, 10);
      await tx
        .update(voteRoll)
        .set({ paperOn })
        .where(sql`vote_id = ${past.voteId}::uuid and member_number = ${number}`);
      await tx.insert(ballots).values(ballotOf({ voteId: past.voteId, questions: election }, secret, choicesOf(index)));
    }
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
        result: { ...result, questions: drawLots(election, result.questions, lots) },
        closedAt: at(-312),
        declaredAt: at(-288),
        declaredBy: `${by}, president@example.org`,
      })
      .where(eq(votes.id, past.voteId));

    const open = await freeze(tx, {
      title: 'Resolution on the welfare fund',
      text: 'The managing body proposes a welfare fund for the families of members.',
      questions: [resolution('qa', 'A welfare fund is set up', 'simple')],
      opensAt: at(-24),
      closesAt: at(144),
    });
    await insertKey(tx, open.voteId, open.sealed);
    const told = { state: 'open' as const, openTold: at(-24) };
    await tx.update(votes).set(told).where(eq(votes.id, open.voteId));

    const coming = await freeze(tx, {
      title: 'Election of the treasurer',
      text: '',
      questions: [office('qa', 'Treasurer', 1, 'Meera Nambiar, Nikhil Verma')],
      opensAt: at(240),
      closesAt: at(336),
    });
    await insertKey(tx, coming.voteId, coming.sealed);
    const [objector] = await tx.select().from(voteRoll).where(eq(voteRoll.voteId, coming.voteId)).limit(1);
    const { memberId, memberNumber, name } = objector!;
    const text = 'A colleague in my district joined last week and is not on the roll.';
    await tx.insert(voteObjections).values({ voteId: coming.voteId, memberId, memberNumber, name, text, at: at(-5) });
  });
}

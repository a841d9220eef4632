import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { clock } from '#shared/clock.ts';
import { searchLog } from '#shared/contracts/activity-log.ts';
import { loginMember } from '#shared/contracts/auth.ts';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import * as contract from '#shared/contracts/votes.ts';
import {
  castBallot,
  getVote,
  takePaper,
  type Vote,
  voteBox,
  voteMinutes,
  voteResults,
  voteRoll,
} from '#shared/contracts/votes.ts';
import { mailName } from '#shared/mail-names.ts';
import { openTestApp, type TestApp } from './app.ts';
import {
  adminToken,
  confirmedToken,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  password,
} from './logins.ts';
import { mailsOf } from './mail.ts';
import { scaled } from './speed.ts';
import { newPaper } from './voter.ts';

// Whether anything that the program stores, logs, mails or answers belongs to both a person and a ballot.

const hour = 3_600_000;

/** Every row of every table as text, with its table and the transaction that wrote it. */
async function rowsOf({ database }: TestApp) {
  const { rows: tables } = await database.execute<{ name: string }>(
    sql`select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const all: { table: string; text: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await database.execute<{ text: string }>(
      sql.raw(`select row_to_json(t)::text as text from ${name} t`),
    );
    all.push(...rows.map(({ text }) => ({ table: name, text })));
  }
  return all;
}

/** The spellings in which a ballot's bytes could stand somewhere. */
const spellings = (bytes: string) => {
  const buffer = Buffer.from(bytes, 'base64url');
  return [bytes, buffer.toString('hex'), buffer.toString('base64')];
};

test('nothing belongs to both a person and a ballot, during an election and after it', async () => {
  const lines: string[] = [];
  const site = await openTestApp(
    { METRICS_TOKEN: 'a-token-for-metrics' },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  try {
    const [one, two] = await Promise.all(
      [1, 2].map(() => newAdministrator(site, { powers: ['votes'], lastLoginAt: new Date() })),
    );
    const tokens = async () => [await confirmedToken(site, one!.id), await confirmedToken(site, two!.id)] as const;
    const passwordHash = await hashOfPassword();
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        newMember(site, { state: 'Goa', name: `Voter ${'ABCDEFGH'[index]}`, passwordHash }),
      ),
    );
    const [first, second] = await tokens();
    const opens = clock.ms() + hour;
    const body = {
      title: 'Election',
      questions: [{ kind: 'office', title: 'President', options: [{ name: 'Asha Rao' }, { name: 'Bimal Sen' }] }],
      opensAt: new Date(opens).toISOString(),
      closesAt: new Date(opens + 26 * hour).toISOString(),
      withoutNotice: true,
    };
    const { vote: drafted } = await site.ok(contract.createVote, { body }, { token: first });
    const params = { id: drafted.id };
    const { vote: proposed } = await site.ok(
      contract.proposeVote,
      { params, body: { what: 'freeze' } },
      { token: first },
    );
    await site.ok(contract.agreeToVote, { params, body: { proposal: proposed.proposal!.id } }, { token: second });
    clock.set(new Date(opens + 1_000));
    const state = async (text: string) => {
      await site.database.execute(sql`select pg_notify('votes', '')`);
      await vi.waitFor(
        async () => {
          const { vote } = await site.ok(getVote, { params }, { token: (await tokens())[0] });
          expect(vote.state).toBe(text);
        },
        { timeout: scaled(15_000) },
      );
    };
    await state('open');
    const { vote } = await site.ok(getVote, { params }, { token: (await tokens())[0] });
    const option = (vote as Vote).questions[0]!.options[0]!.id;

    const papers = [];
    const answers: string[] = [];
    for (const { id } of people) {
      const token = await memberToken(site, id);
      const paper = await newPaper(vote);
      const result = await site.ok(takePaper, { params, body: { password, blinded: paper.blinded } }, { token });
      answers.push(JSON.stringify(result));
      await paper.finish(result.blindSignature);
      papers.push(paper);
    }
    const order = [5, 2, 7, 0, 3, 6, 1, 4];
    const ballots: Awaited<ReturnType<(typeof papers)[0]['ballot']>>[] = [];
    const receipts: string[] = [];
    for (const index of order) {
      const ballot = await papers[index]!.ballot({ [vote.questions[0]!.id]: index % 2 ? [option] : [] });
      const before = await rowsOf(site);
      const logged = lines.length;
      const answer = await site.call(castBallot, { params, body: ballot });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => /cookie|session|etag|last-modified/i.test(name))).toEqual([]);
      ballots.push(ballot);
      receipts.push((answer.body as { receipt: string }).receipt);
      // A cast changes the box and nothing else, and leaves no line.
      const names = new Set(before.map(({ table, text }) => table + text));
      const changed = (await rowsOf(site))
        .filter(({ table, text }) => !names.has(table + text))
        .map(({ table }) => table);
      expect(changed.filter((table) => !['mail', 'jobs'].includes(table))).toEqual(['ballots']);
      expect(lines.slice(logged).filter((line) => /votes/i.test(line))).toEqual([]);
    }

    const persons = people.flatMap(({ id, email, memberNumber, name }) => [id, email, memberNumber!, name]);
    const ofBallots = [
      ...ballots.flatMap(({ message, signature, key, ballotSignature }) =>
        [message, signature, key, ballotSignature].flatMap(spellings),
      ),
      ...receipts,
    ];
    const both = (texts: readonly string[]) =>
      texts.filter(
        (text) => persons.some((each) => text.includes(each)) && ofBallots.some((each) => text.includes(each)),
      );
    const everything = async () => {
      const [office] = await tokens();
      const member = await memberToken(site, people[0]!.id);
      const metrics = await site.app.inject({
        url: '/metrics',
        headers: { authorization: 'Bearer a-token-for-metrics' },
      });
      const rows = [
        await site.call(voteRoll, { params }, { token: office }),
        await site.call(getVote, { params }, { token: office }),
        await site.call(getVote, { params }, { token: member }),
        await site.call(contract.listObjections, { params }, { token: office }),
        await site.call(voteResults, { params }, { token: member }),
        await site.call(voteMinutes, { params }, { token: office }),
      ];
      const mails = (await mailsOf(site)).map((each) => JSON.stringify(each));
      const stored = (await rowsOf(site)).map(({ text }) => text);
      return [
        ...stored,
        ...lines,
        ...mails,
        metrics.payload,
        ...rows.map(({ raw }) => raw.toString('latin1')),
        ...answers,
      ];
    };
    expect(both(await everything())).toEqual([]);
    // Nor do the office's pages tell before closing who took a paper.
    const desk = { token: await adminToken(site, { lastLoginAt: new Date() }) };
    const review = await site.ok(reviewRegistration, { params: { id: people[0]!.id } }, desk);
    const log = await site.ok(searchLog, { query: { kind: 'mail' } }, desk);
    expect(review.mails.map(({ kind }) => kind)).toEqual(['vote-open']);
    expect(log.data.map(({ text }) => text).join()).toContain(mailName('vote-open'));
    expect(log.data.map(({ text }) => text).join()).not.toContain(mailName('vote-paper'));
    // The check finds what it looks for.
    expect(both([`${persons[0]} ${receipts[0]}`])).toHaveLength(1);
    expect(lines.filter((line) => /cast|paper/i.test(line))).toEqual([]);
    // Nor does a network stand anywhere whose ballots were refused until it was throttled.
    for (let count = 0; count < 62; count += 1) await site.call(castBallot, { params, body: {} });
    expect((await site.call(castBallot, { params, body: {} })).status).toBe(429);
    await site.call(loginMember, { body: { email: 'nobody@example.org', password } });
    const noted = async () => (await rowsOf(site)).filter(({ table }) => table === 'log').map(({ text }) => text);
    await vi.waitFor(async () => expect((await noted()).join('\n')).toContain('failed login'), {
      timeout: scaled(15_000),
    });
    expect((await noted()).filter((line) => /refused, too often|cast/i.test(line))).toEqual([]);

    clock.set(new Date(opens + 27 * hour));
    await state('closed');
    expect(both(await everything())).toEqual([]);

    // After closing: orders, transactions, sizes and ids of the rows say nothing.
    const { rows: box } = await site.database.execute<{
      message: string;
      written: string;
      ctid: string;
      size: number;
    }>(sql`
      select encode(message, 'hex') as message, xmin::text as written, ctid::text, pg_column_size(ballots.*)::int as size from ballots order by ctid`);
    expect(new Set(box.map(({ written }) => written)).size).toBe(1);
    const { rows: columns } = await site.database.execute<{ type: string }>(
      sql`select data_type as type from information_schema.columns where table_name = 'ballots'`,
    );
    expect(columns.filter(({ type }) => /time|date|inet|serial/.test(type))).toEqual([]);
    const { rows: roll } = await site.database.execute<{ blinded: string | null; written: string }>(
      sql`select blinded, xmin::text as written from vote_roll`,
    );
    expect(roll.every(({ blinded }) => blinded === null)).toBe(true);
    expect(new Set(roll.map(({ written }) => written)).size).toBe(1);
    const file = await site.call(voteBox, { params }, { token: await memberToken(site, people[0]!.id) });
    expect(
      file.raw
        .toString()
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => Object.keys(JSON.parse(line)).sort().join()),
    ).toEqual(box.map(() => 'ballot,ballotSignature,counter,key,message,signature'));
  } finally {
    clock.set(new Date());
    await site.close();
  }
});

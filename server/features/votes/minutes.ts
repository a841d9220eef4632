import { noticeOf } from '#server/features/letters/notices.ts';
import type { Database } from '#server/platform/database/client.ts';
import { dayInWords, momentInWords } from '#server/platform/languages/dates.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import type { MinutesSheet } from '#server/platform/typesetting/minutes-pages.ts';
import { typeset } from '#server/platform/typesetting/typesetter.ts';
import type { CountedResult, VoteQuestion, VoteResult } from '#shared/contracts/votes.ts';
import { findHashes } from './roll.queries.ts';
import type { VoteRow } from './votes.queries.ts';

type Turnout = MinutesSheet['turnout'][number];
const number = (value: number) => value.toLocaleString('en-IN');

type QuestionResult = VoteResult['questions'][number];

const rules = {
  simple: 'Resolution: carried by more votes for than against.',
  twoThirds: 'Resolution: carried by two thirds of the votes for and against.',
  threeFourths: 'Resolution: carried by three fourths of the votes for and against.',
} as const;

const ruleOf = ({ kind, seats, majority, none }: VoteQuestion) =>
  kind === 'resolution'
    ? rules[majority ?? 'simple']
    : `Office: ${seats === 1 ? '1 seat' : `${seats} seats`}${none ? ', ‘None of these’ was offered' : ''}.`;

/** A name may have a comma of its own, as before a title. */
function namesOf(ids: readonly string[], { options }: QuestionResult): string {
  const names = ids.map((id) => options.find((option) => option.id === id)?.name ?? '');
  return names.join(names.some((name) => name.includes(',')) ? '; ' : ', ');
}

function outcomeOf(result: QuestionResult, drawn: readonly string[] | undefined): string {
  const elected = namesOf(result.elected, result);
  const lots = drawn ? ` Equal votes: lots were drawn in the order ${namesOf(drawn, result)}.` : '';
  switch (result.outcome) {
    case 'elected':
      return `Elected: ${elected}.${lots}`;
    case 'tied':
      return `Tied: ${namesOf(result.tied, result)}.${elected && ` Elected: ${elected}.`}`;
    case 'unopposed':
      return `Elected unopposed: ${elected}.`;
    case 'vacant':
      return elected ? `Elected: ${elected}. The other seats stay vacant.` : 'The seats stay vacant.';
    case 'carried':
      return 'Carried.';
    case 'lost':
      return 'Not carried.';
    case 'noQuorum':
      return 'Without effect: the quorum was not reached.';
  }
}

/** The minutes of a counted vote as a PDF. */
export async function minutesOf(db: Database, row: VoteRow, result: CountedResult): Promise<Uint8Array<ArrayBuffer>> {
  const [association, hashes, notice] = await Promise.all([
    findSender(db),
    findHashes(db, row.id),
    row.noticeId === null ? null : noticeOf(db, row.noticeId),
  ]);
  const { needed, reached } = result.quorum;
  const sheet: MinutesSheet = {
    association: association.name,
    address: association.address,
    title: row.title,
    preamble:
      'Held by secret ballot on the website of the association: each member on the roll could take one paper, signed blindly (RFC 9474), and put one ballot into the box without a login. The program closed and counted the box; its signatures and totals can be checked by everybody concerned.',
    facts: [
      ['Voting', `${momentInWords(row.opensAt)} to ${momentInWords(row.closesAt)}`],
      [
        'Notice',
        notice?.startedAt
          ? `${notice.number ?? ''}, sent from ${dayInWords(notice.startedAt)}`.replace(/^, /, '')
          : row.withoutNotice
            ? 'Held without a notice, of which voters were told'
            : 'None',
      ],
      [
        'Roll',
        `${number(result.roll)} members${row.goodStanding ? ' in good standing' : ''}, frozen on ${dayInWords(row.frozenAt ?? row.createdAt)}`,
      ],
      ['SHA-256 of the roll', row.rollHash ?? ''],
      ...(hashes.length > 1 ? [['Changes of the roll', `${hashes.length - 1}`] as [string, string]] : []),
      ['SHA-256 of the public key', row.keyFingerprint ?? ''],
      ['SHA-256 of the paper', row.paperHash ?? 'None: frozen before papers had one'],
      ['Papers taken', number(result.papers)],
      ['Ballots in the box', number(result.ballots)],
      [
        'Quorum',
        needed === 0
          ? 'None'
          : `${number(needed)} ballots (${row.quorumPercent} per cent of the roll): ${reached ? 'reached' : 'not reached'}`,
      ],
      ...(row.closedAt ? [['Counted', momentInWords(row.closedAt)] as [string, string]] : []),
      ['SHA-256 of the box', row.boxHash ?? ''],
      [
        'Result',
        row.declaredAt
          ? `Declared on ${momentInWords(row.declaredAt)} by ${row.declaredBy}`
          : 'Counted, not declared yet',
      ],
    ],
    questions: result.questions.map((each) => {
      const question = row.questions.find(({ id }) => id === each.id)!;
      const counts = each.options.map(({ id, name, votes }) => ({
        name,
        votes: number(votes),
        isElected: each.elected.includes(id),
      }));
      return {
        title: each.title,
        rule: ruleOf(question),
        counts:
          each.outcome === 'unopposed'
            ? []
            : [...counts, { name: 'Blank', votes: number(each.blank), isElected: false }],
        outcome: outcomeOf(each, row.lots?.[each.id]),
      };
    }),
    turnout: [
      ...result.byState.map(({ state, roll, papers }): Turnout => [state, number(roll), number(papers)]),
      ['All', number(result.roll), number(result.papers)],
    ],
    certified: `We have read these minutes of ‘${row.title}’, and certify that they are correct. The SHA-256 of the box is ${row.boxHash ?? ''}.`,
    signers: ['Returning officer', 'General secretary', 'President'],
  };
  return typeset({ kind: 'minutes', sheet });
}

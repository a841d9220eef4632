import type { VoteQuestion } from './contracts/votes.ts';

// What a ballot is, for the browser that fills it in, the server that keeps it, and both when they count.

/** What is needed of a question. */
export type PaperQuestion = Pick<VoteQuestion, 'id' | 'kind' | 'seats' | 'none'> & { options: { id: string }[] };

/** Question ids to the ids of what was chosen; nothing chosen is blank. */
export type Ballot = Record<string, string[]>;

export const noneOfThese = 'none';

/** Not voted on: there are not more candidates than seats, and 'None of these' is not offered. */
export const isUnopposed = ({ kind, seats, none, options }: PaperQuestion): boolean =>
  kind === 'office' && !none && options.length <= (seats ?? 1);

/** The questions of the paper, in its order. */
export const onPaper = <Q extends PaperQuestion>(questions: readonly Q[]): Q[] =>
  questions.filter((question) => !isUnopposed(question));

/** The ids that may be chosen. */
const choicesOf = ({ none, options }: PaperQuestion) => [
  ...options.map(({ id }) => id),
  ...(none ? [noneOfThese] : []),
];

/** How many of a question's options one ballot may choose. */
export const maxChoices = ({ kind, seats }: Pick<PaperQuestion, 'kind' | 'seats'>): number =>
  kind === 'office' ? (seats ?? 1) : 1;

function isChoice(question: PaperQuestion, chosen: readonly unknown[]): chosen is string[] {
  const allowed = choicesOf(question);
  if (new Set(chosen).size !== chosen.length || chosen.length > maxChoices(question)) return false;
  if (!chosen.every((id) => typeof id === 'string' && allowed.includes(id))) return false;
  return chosen.length <= 1 || !chosen.includes(noneOfThese);
}

/**
 * The one form in which a ballot is signed, stored and counted: every question of the paper in its order, a blank as `[]`, options
 * sorted, no spaces.
 * @returns null for too many, unknown or doubled choices
 */
export function canonicalBallot(questions: readonly PaperQuestion[], ballot: unknown): string | null {
  if (typeof ballot !== 'object' || ballot === null || Array.isArray(ballot)) return null;
  const choices = ballot as Record<string, unknown>;
  const paper = onPaper(questions);
  if (Object.keys(choices).some((id) => !paper.some((question) => question.id === id))) return null;
  const parts: string[] = [];
  for (const question of paper) {
    const chosen = Object.hasOwn(choices, question.id) ? choices[question.id] : [];
    if (!Array.isArray(chosen) || !isChoice(question, chosen)) return null;
    parts.push(`${JSON.stringify(question.id)}:${JSON.stringify([...chosen].sort())}`);
  }
  return `{${parts.join(',')}}`;
}

/** What a paper says, apart from candidates' photos, statements and numbers. */
export interface PaperContent {
  title: string;
  quorumPercent: number;
  questions: readonly (Pick<VoteQuestion, 'id' | 'kind' | 'seats' | 'none' | 'majority' | 'title' | 'text'> & {
    options: readonly { id: string; name: string }[];
  })[];
}

/** The text whose SHA-256 (lower-case hex) is the paper’s hash: with another name or rule no ballot of before is genuine. */
export const paperText = (voteId: string, { title, quorumPercent, questions }: PaperContent): string =>
  JSON.stringify([
    voteId,
    title,
    quorumPercent,
    questions.map((question) => [
      question.id,
      question.kind,
      question.seats,
      question.none,
      question.majority,
      question.title,
      question.text,
      question.options.map(({ id, name }) => [id, name]),
    ]),
  ]);

/** The vote that a ballot is for. */
export interface Bound {
  voteId: string;
  /** Of what the paper says; null for a vote that was frozen before papers had hashes. */
  paperHash: string | null;
}

/** What the paper's own key signs. */
export const signedText = ({ voteId, paperHash }: Bound, counter: number, canonical: string): string =>
  `${voteId}\n${paperHash === null ? '' : `${paperHash}\n`}${counter}\n${canonical}`;

export const isCounter = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

/** A receipt as people read it, of the SHA-256 over message and canonical ballot in hex. */
export const receiptText = (sha256: string): string => sha256.slice(0, 16).match(/.{4}/g)!.join(' ');

import type { LetterFilter } from '#shared/contracts/letters.ts';
import type { Majority, Vote } from '#shared/contracts/votes.ts';

export type Kind = 'office' | 'resolution';
export interface OptionValues {
  id?: string | undefined;
  name: string;
  memberNumber: string;
  statement: string;
}
export interface QuestionValues {
  /** Of the form alone. */
  key: string;
  id?: string | undefined;
  kind: Kind;
  title: string;
  text: string;
  seats: string;
  none: boolean;
  majority: Majority;
  options: OptionValues[];
}
/** A vote as its form has it. */
export interface Values {
  title: string;
  text: string;
  questions: QuestionValues[];
  filter: LetterFilter;
  goodStanding: boolean;
  opensAt: string;
  closesAt: string;
  quorumPercent: string;
  publicResult: boolean;
  withoutNotice: boolean;
}

export const emptyOption = (): OptionValues => ({ name: '', memberNumber: '', statement: '' });
export const emptyQuestion = (): QuestionValues => ({
  key: crypto.randomUUID(),
  kind: 'office',
  title: '',
  text: '',
  seats: '1',
  none: false,
  majority: 'simple',
  options: [emptyOption(), emptyOption()],
});

/** The form of a stored vote, or of a new one. */
export function valuesOf(vote: Vote | null): Values {
  if (!vote) {
    return {
      title: '',
      text: '',
      questions: [emptyQuestion()],
      filter: {},
      goodStanding: false,
      opensAt: '',
      closesAt: '',
      quorumPercent: '0',
      publicResult: false,
      withoutNotice: false,
    };
  }
  return {
    ...vote,
    quorumPercent: String(vote.quorumPercent),
    questions: vote.questions.map((question) => ({
      ...question,
      key: question.id,
      seats: String(question.seats ?? 1),
      majority: question.majority ?? 'simple',
      options:
        question.kind === 'office'
          ? question.options.map((option) => ({ ...option, memberNumber: option.memberNumber ?? '' }))
          : [],
    })),
  };
}

/** What is sent of the form. */
export const bodyOf = (values: Values) => ({
  title: values.title,
  text: values.text,
  filter: values.filter,
  goodStanding: values.goodStanding,
  opensAt: values.opensAt,
  closesAt: values.closesAt,
  quorumPercent: Number(values.quorumPercent),
  publicResult: values.publicResult,
  withoutNotice: values.withoutNotice,
  questions: values.questions.map(({ id, kind, title, text, seats, none, majority, options }) => ({
    ...(id ? { id } : {}),
    kind,
    title,
    text,
    ...(kind === 'office'
      ? {
          seats: Number(seats),
          none,
          options: options.map(({ id: optionId, name, memberNumber, statement }) => ({
            ...(optionId ? { id: optionId } : {}),
            name,
            ...(memberNumber ? { memberNumber } : {}),
            statement,
          })),
        }
      : { majority }),
  })),
});

/** The questions as the paper shows them. */
export const previewOf = (questions: readonly QuestionValues[]): Vote['questions'] =>
  questions.map((question) => ({
    ...question,
    id: question.key,
    seats: question.kind === 'office' ? Number(question.seats) || 1 : null,
    options:
      question.kind === 'office'
        ? question.options.map((option, index) => ({
            ...option,
            id: String(index),
            name: option.name || option.memberNumber || `Candidate ${index + 1}`,
            photo: null,
          }))
        : (['For', 'Against', 'Abstain'] as const).map((name) => ({
            id: name.toLowerCase(),
            name,
            memberNumber: null,
            statement: '',
            photo: null,
          })),
  }));

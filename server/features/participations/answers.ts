import { serverMessages } from '#server/platform/server-messages.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { StoredQuestion } from './participations.queries.ts';

const text = messages.participation;

function wrong({ kind, options }: StoredQuestion, value: string): string | undefined {
  if (kind === 'text') return value.length > limits.answerLength ? messages.general.tooLong : undefined;
  const allowed = kind === 'choice' ? options : ['yes', 'no'];
  return allowed.includes(value) ? undefined : text.option;
}

/**
 * Checks answers to a conference's questions. Unknown questions are ignored; earlier answers to removed ones stay.
 * @param before the current answers, which are replaced
 * @param isOffice the office may leave out required answers
 * @throws VALIDATION with the messages at `answers.{id}`
 */
export function checkAnswers(
  questions: readonly StoredQuestion[],
  input: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
  isOffice = false,
): Record<string, string> {
  const current = questions.filter(({ removed }) => !removed);
  const fields: FieldErrors = {};
  const entries = Object.fromEntries(
    Object.entries(before).filter(([id]) => !current.some((question) => question.id === id)),
  );
  const answers: Record<string, string> = { ...entries };
  for (const question of current) {
    const value = Object.hasOwn(input, question.id) ? input[question.id]!.trim() : '';
    if (value === '') {
      if (question.required && !isOffice) fields[`answers.${question.id}`] = text.answer;
      continue;
    }
    const problem = wrong(question, value);
    if (problem) fields[`answers.${question.id}`] = problem;
    else answers[question.id] = value;
  }
  const problems = Object.values(fields);
  if (problems.length > 0) {
    throw new AppError('VALIDATION', problems.length === 1 ? problems[0]! : serverMessages.checkFields, {
      fields,
    });
  }
  return answers;
}

/** Whether two sets of answers are equal. */
export function sameAnswers(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

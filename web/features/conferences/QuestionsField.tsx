import { useEffect, useId, useRef } from 'react';
import { z } from 'zod';
import { type Question, questionKinds } from '#shared/contracts/participations.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { useFormState, useRows } from '#web/lib/forms/useField.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { MoveButtons } from '#web/ui/tables/MoveButtons.tsx';

const text = messages.question;

const linesOf = (options: string) =>
  options
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A question in the form: its options are the lines of one text. */
const draft = z
  .object({
    /** The id of a stored question. */
    id: z.string().optional(),
    text: z
      .string()
      .trim()
      .min(1, { error: text.text })
      .max(limits.questionLength, { error: messages.general.tooLong }),
    kind: z.enum(questionKinds),
    options: z.string(),
    required: z.boolean(),
  })
  .superRefine(({ kind, options }, context) => {
    if (kind !== 'choice') return;
    const lines = linesOf(options);
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['options'], message });
    if (lines.length < 2 || lines.length > limits.questionOptions) wrong(text.options);
    else if (lines.some((line) => line.length > limits.optionLength)) wrong(text.optionLength);
    else if (new Set(lines.map((line) => line.toLowerCase())).size < lines.length) wrong(text.different);
  });
type Draft = z.input<typeof draft>;

export const draftQuestions = z.array(draft).max(limits.questions, { error: messages.conference.questions });

export const draftsOf = (questions: readonly Question[]): Draft[] =>
  questions.map(({ options, ...question }) => ({ ...question, options: options.join('\n') }));

/** The questions as the call expects them. */
export const questionsText = (drafts: readonly Draft[]): string =>
  JSON.stringify(drafts.map(({ options, ...question }) => ({ ...question, options: linesOf(options) })));

const kinds = [
  { value: 'text', label: 'A text' },
  { value: 'choice', label: 'One of several options' },
  { value: 'yesNo', label: 'Yes or no' },
];
const fresh: Draft = { text: '', kind: 'text', options: '', required: false };

interface WithQuestions {
  questions: Draft[];
}

/** The questions to participants. */
export function QuestionsField({ control }: { control: FormControl<WithQuestions> }) {
  const { rows, append, remove, move } = useRows(control, 'questions');
  const { errors } = useFormState(control);
  const id = useId();
  const arrows = useRef<(HTMLElement | null)[]>([]);
  const pressed = useRef<{ at: number; by: 1 | -1 }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the order
  useEffect(() => {
    if (!pressed.current) return;
    const { at, by } = pressed.current;
    pressed.current = undefined;
    // The focus moves with the question; at either end only the other arrow is enabled.
    const [up, down] = arrows.current[at]?.querySelectorAll('button') ?? [];
    const [same, other] = by === 1 ? [down, up] : [up, down];
    (same?.disabled ? other : same)?.focus();
  }, [rows]);
  const moveBy = (by: 1 | -1, from: number) => {
    pressed.current = { at: from + by, by };
    move(from, from + by);
  };
  /** The focus goes to the question at a place, once it stands there, or to the button that adds one. */
  const focusSoon = (at: number) =>
    requestAnimationFrame(() =>
      (control.fieldOf(`questions.${at}.text`) ?? adder.current?.querySelector('button'))?.focus(),
    );
  const adder = useRef<HTMLDivElement>(null);
  const error = errors.questions;
  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-text`}>
      <legend className="text-14 font-semibold">Questions to those who take part</legend>
      {rows.map(({ key, row }, index) => (
        <fieldset key={key} className="grid gap-2 border rounded p-2">
          <legend className="sr-only">Question {index + 1}</legend>
          <Field
            control={control}
            name={`questions.${index}.text`}
            label={`Question ${index + 1}`}
            required
            maxLength={limits.questionLength}
          />
          <SelectField
            control={control}
            name={`questions.${index}.kind`}
            label="Answered with"
            chosenOnly
            options={kinds}
          />
          {row.kind === 'choice' && (
            <Field
              control={control}
              name={`questions.${index}.options`}
              label="Options"
              required
              rows={4}
              hint={`One on each line, 2 to ${limits.questionOptions}`}
            />
          )}
          <div className="flex flex-wrap items-center justify-between">
            <CheckField control={control} name={`questions.${index}.required`} label="Has to be answered" />
            <span
              ref={(element) => {
                arrows.current[index] = element;
              }}
            >
              {rows.length > 1 && (
                <MoveButtons
                  name={`question ${index + 1}`}
                  first={index === 0}
                  last={index === rows.length - 1}
                  onMove={(by) => moveBy(by, index)}
                />
              )}
              <Button
                small
                look="text"
                aria-label={`Remove question ${index + 1}`}
                onClick={() => {
                  remove(index);
                  focusSoon(Math.min(index, rows.length - 2));
                }}
              >
                Remove
              </Button>
            </span>
          </div>
        </fieldset>
      ))}
      <p
        id={`${id}-text`}
        className={`text-14 m-0 ${error ? 'text-bad' : 'text-muted'}`}
        role={error ? 'alert' : undefined}
      >
        {error ?? `For example about the meal or the journey; ${limits.questions} at most.`}
      </p>
      {rows.length < limits.questions && (
        <div ref={adder}>
          <Button
            look="outlined"
            onClick={() => {
              append(fresh);
              focusSoon(rows.length);
            }}
          >
            Add question
          </Button>
        </div>
      )}
    </fieldset>
  );
}

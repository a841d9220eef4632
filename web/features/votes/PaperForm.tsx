import { useId } from 'react';
import { type Ballot, isUnopposed, maxChoices, noneOfThese, onPaper } from '#shared/ballots.ts';
import type { Vote } from '#shared/contracts/votes.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { shuffled } from './device.ts';
import styles from './Votes.module.css';
import { listOf, markText, optionName } from './wording.ts';

type Question = Vote['questions'][number];

interface Props {
  questions: readonly Question[];
  /** Of the order of candidates. */
  seed: number;
  ballot: Ballot;
  onChange: (ballot: Ballot) => void;
  /** Of the office's preview: it can be tried, and nothing is sent. */
  disabled?: boolean;
}

/** The whole paper as large choices, as the office tries it. */
export function PaperForm({ questions, seed, ballot, onChange, disabled = false }: Props) {
  return (
    <div className="grid gap-4">
      {questions.filter(isUnopposed).map((question) => (
        <Unopposed key={question.id} question={question} />
      ))}
      {onPaper(questions).map((question) => (
        <QuestionChoices
          key={question.id}
          question={question}
          seed={seed}
          chosen={ballot[question.id] ?? []}
          disabled={disabled}
          onChange={(chosen) => onChange({ ...ballot, [question.id]: chosen })}
        />
      ))}
    </div>
  );
}

/** Who needs no votes, as there are seats for all. */
export function Unopposed({ question }: { question: Question }) {
  const names = listOf(question.options.map(({ name }) => name));
  return (
    <section>
      <h3 className="text-18 m-0" lang={langOf(question.title)}>
        {question.title}
      </h3>
      {question.text && (
        <p className="whitespace-pre-line break-anywhere m-0" lang={langOf(question.text)}>
          {question.text}
        </p>
      )}
      <p className="m-0">
        <T>There are not more candidates than seats: {names}. This is not voted on.</T>
      </p>
    </section>
  );
}

interface ChoicesProps {
  question: Question;
  seed: number;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  disabled?: boolean;
  /** Said where nothing is chosen. */
  error?: string | undefined;
}

/** One question with its choices, none of them chosen at first. */
export function QuestionChoices({ question, seed, chosen, onChange, disabled = false, error }: ChoicesProps) {
  const { id, kind, title, text, none } = question;
  const prefix = useId();
  const max = maxChoices(question);
  const options = kind === 'office' ? shuffled(question.options, seed) : question.options;
  const several = max > 1;
  const isFull = several && chosen.length >= max;

  function press(option: string, isChosen: boolean) {
    if (!several || option === noneOfThese) return onChange(isChosen ? [option] : []);
    const others = chosen.filter((each) => each !== option && each !== noneOfThese);
    onChange(isChosen ? [...others, option] : others);
  }
  const choice = (option: string, label: string, extra?: { statement: string; photo: string | null }) => {
    const isChosen = chosen.includes(option);
    // Called by the name alone: a screen reader would read each statement at every step through the candidates.
    const nameId = `${prefix}${option}`;
    const statementId = extra?.statement ? `${nameId}-statement` : undefined;
    return (
      <label key={option} className={styles.choice}>
        <input
          type={several ? 'checkbox' : 'radio'}
          name={`question-${id}`}
          aria-labelledby={nameId}
          aria-describedby={statementId}
          checked={isChosen}
          disabled={disabled || (isFull && !isChosen && option !== noneOfThese)}
          onChange={(event) => press(option, event.target.checked)}
        />
        {extra?.photo && <img src={extra.photo} alt="" loading="lazy" />}
        <span>
          <span id={nameId} className="text-18 break-anywhere">
            {label}
          </span>
          {extra?.statement && (
            <span
              id={statementId}
              className="block text-14 text-muted whitespace-pre-line break-anywhere"
              lang={langOf(extra.statement)}
            >
              {extra.statement}
            </span>
          )}
        </span>
      </label>
    );
  };
  return (
    <fieldset aria-describedby={error ? `${prefix}error ${prefix}how` : `${prefix}how`}>
      <legend className="text-22 font-semibold font-serif" lang={langOf(title)}>
        {title}
      </legend>
      {text && (
        <p className="whitespace-pre-line break-anywhere m-0 mb-1" lang={langOf(text)}>
          {text}
        </p>
      )}
      <p id={`${prefix}how`} className="text-muted text-14 m-0 mb-2">
        {markText(question)}
      </p>
      {error && (
        <p id={`${prefix}error`} role="alert" className="text-bad font-semibold m-0 mb-2">
          {error}
        </p>
      )}
      <div className="grid gap-1">
        {options.map((option) => choice(option.id, optionName(option), option))}
        {none && choice(noneOfThese, t('None of these'))}
      </div>
      {several && (
        <p className="text-14 m-0 mt-3" aria-live="polite">
          {chosen.includes(noneOfThese)
            ? t('None of these is chosen.')
            : chosen.length === 0
              ? t('Nothing is chosen yet.')
              : isFull
                ? t(`${chosen.length} of ${max} chosen. To choose another one, take one back first.`)
                : t(`${chosen.length} of ${max} chosen.`)}
        </p>
      )}
    </fieldset>
  );
}

interface TextProps {
  questions: readonly Question[];
  ballot: Ballot;
  onChange: (id: string) => void;
  disabled: boolean;
}

/** The choices in words, each with the way to change it. */
export function ChoicesText({ questions, ballot, onChange, disabled }: TextProps) {
  return (
    <dl className="grid gap-2 m-0">
      {onPaper(questions).map(({ id, title, options }) => {
        const names = (ballot[id] ?? []).map((chosen) => {
          const option = options.find((each) => each.id === chosen);
          return option ? optionName(option) : t('None of these');
        });
        return (
          <div key={id}>
            <dt className="text-muted" lang={langOf(title)}>
              {title}
            </dt>
            <dd className={`m-0 font-semibold text-18 break-anywhere ${names.length === 0 ? 'text-muted' : ''}`}>
              {names.length === 0 ? t('Blank') : listOf(names)}
            </dd>
            <dd className="m-0 no-print">
              <Button
                look="text"
                small
                disabled={disabled}
                aria-label={t(`Change: ${title}`)}
                onClick={() => onChange(id)}
              >
                {t('Change')}
              </Button>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

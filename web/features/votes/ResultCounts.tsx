import { noneOfThese } from '#shared/ballots.ts';
import type { VoteResult } from '#shared/contracts/votes.ts';
import { formatNumber } from '#shared/money.ts';
import { stateName } from '#web/lib/languages/states.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import styles from './Votes.module.css';
import { listOf, optionName, outcomeLabels } from './wording.ts';

/** The turnout and the counts of every question, in numbers and bars. */
export function ResultCounts({ result }: { result: VoteResult }) {
  return (
    <>
      <Turnout result={result} />
      {result.questions.map((question) => (
        <QuestionResult key={question.id} question={question} ballots={result.ballots} />
      ))}
    </>
  );
}

function Turnout({ result }: { result: VoteResult }) {
  const { roll, papers, ballots, quorum, byState } = result;
  return (
    <section aria-labelledby="turnout">
      <h2 id="turnout" className="text-22 m-0 mb-1">
        {t('Turnout')}
      </h2>
      <p className="m-0">
        {t(
          '{papers} of {roll} took a paper; {ballots, plural, one {# ballot is in the box} other {# ballots are in the box}}.',
          { papers: formatNumber(papers), roll: formatNumber(roll), ballots: formatNumber(ballots) },
        )}
        {quorum.needed > 0 &&
          (quorum.reached
            ? ` ${t(`The quorum of ${formatNumber(quorum.needed)} was reached.`)}`
            : ` ${t(`The quorum of ${formatNumber(quorum.needed)} was not reached.`)}`)}
      </p>
      <details>
        <summary>{t('By State')}</summary>
        <ul className="list">
          {byState.map(({ state, roll: people, papers: paperCount }) => (
            <li key={state}>
              <T>
                {stateName(state)}: {formatNumber(paperCount)} of {formatNumber(people)}
              </T>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

type QuestionCounts = VoteResult['questions'][number];

/** The candidates between whom lots have decided: somebody with as many votes as one of the elected was not. */
function levelOf({ outcome, options, elected }: QuestionCounts): string[] {
  if (outcome !== 'elected') return [];
  const last = Math.min(...options.filter(({ id }) => elected.includes(id)).map(({ votes }) => votes));
  const level = options.filter(({ id, votes }) => id !== noneOfThese && votes === last).map(({ id }) => id);
  return level.every((id) => elected.includes(id)) ? [] : level;
}

function QuestionResult({ question, ballots }: { question: QuestionCounts; ballots: number }) {
  const { title, options, blank, outcome, elected, tied } = question;
  const namesOf = (ids: readonly string[]) => listOf(options.filter(({ id }) => ids.includes(id)).map(optionName));
  const who = namesOf(elected);
  const level = levelOf(question);
  const shown = options.map((option) => ({
    ...option,
    name: option.id === noneOfThese ? t('None of these') : optionName(option),
  }));
  const rows = outcome === 'unopposed' ? [] : [...shown, { id: 'blank', name: t('Blank'), votes: blank }];
  return (
    <section className="card p-3">
      <h2 className="text-22 m-0 mb-1" lang={langOf(title)}>
        {title}
      </h2>
      <p className="font-semibold m-0 mb-2">
        {outcome === 'vacant' && who === '' ? t('Nobody was elected') : t(outcomeLabels[outcome])}
        {tied.length > 0 && ` ${t(`between ${namesOf(tied)}`)}`}
        {who && (outcome === 'elected' || outcome === 'unopposed' ? `: ${who}` : `. ${t('Elected')}: ${who}`)}
      </p>
      {level.length > 0 && (
        <p className="m-0 mb-2">
          <T>Equal votes: lots decided between {namesOf(level)}.</T>
        </p>
      )}
      <ul className="grid gap-2 m-0">
        {rows.map(({ id, name, votes }) => (
          <li key={id} className={`grid grid-cols-1fr-auto gap-4px-2 ${styles.result}`}>
            <span className={`break-anywhere ${elected.includes(id) ? 'font-semibold' : ''}`}>{name}</span>
            <span className="tabular-nums">{formatNumber(votes)}</span>
            <progress aria-hidden="true" max={Math.max(1, ballots)} value={votes} />
          </li>
        ))}
      </ul>
    </section>
  );
}

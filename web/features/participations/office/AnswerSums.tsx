import type { participantSums } from '#shared/contracts/participations.ts';
import { formatNumber } from '#shared/money.ts';
import type { ApiAnswer } from '#web/lib/api.ts';
import { counted } from '#web/lib/counted.ts';
import type { Load } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './AnswerSums.module.css';
import { answerText } from './wording.ts';

/** How many registered participants gave each answer, as for the caterer. */
export function AnswerSums({ load }: { load: Load<ApiAnswer<typeof participantSums>> }) {
  return (
    <section className={styles.sums} aria-labelledby="answer-sums">
      <h2 id="answer-sums" className={styles.title}>
        Answers of those who are registered
      </h2>
      <Loaded of={load}>
        {({ data }) => (
          <div className={styles.questions}>
            {data.map((question) => (
              <section key={question.id} className={styles.question} aria-label={question.text}>
                <h3 className={styles.text}>{question.text}</h3>
                {question.kind === 'text' || question.sums.length === 0 ? (
                  <p className={styles.none}>{counted(question.answered, 'answer')}</p>
                ) : (
                  <dl className={styles.list}>
                    {question.sums.map(({ answer, count }) => (
                      <div key={answer}>
                        <dt>{answerText(question, answer)}</dt>
                        <dd>{formatNumber(count)}</dd>
                      </div>
                    ))}
                  </dl>
                )}
              </section>
            ))}
          </div>
        )}
      </Loaded>
    </section>
  );
}

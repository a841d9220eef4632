import type { participantSums } from '#shared/contracts/participations.ts';
import { formatNumber } from '#shared/money.ts';
import type { ApiAnswer } from '#web/lib/api.ts';
import { counted } from '#web/lib/counted.ts';
import type { Load } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { answerText } from './wording.ts';

/** How many registered participants gave each answer, as for the caterer. */
export function AnswerSums({ load }: { load: Load<ApiAnswer<typeof participantSums>> }) {
  return (
    <section className="below-3" aria-labelledby="answer-sums">
      <h2 id="answer-sums" className="text-18 flush below-1">
        Answers of those who are registered
      </h2>
      <Loaded of={load}>
        {({ data }) => (
          <div className="stack tiles-wide gap-1">
            {data.map((question) => (
              <section key={question.id} className="framed pad-line" aria-label={question.text}>
                <h3 className="small breaks flush below-half sans">{question.text}</h3>
                {question.kind === 'text' || question.sums.length === 0 ? (
                  <p className="muted flush">{counted(question.answered, 'answer')}</p>
                ) : (
                  <dl className="flush">
                    {question.sums.map(({ answer, count }) => (
                      <div key={answer} className="flex apart gap-1">
                        <dt className="ink breaks">{answerText(question, answer)}</dt>
                        <dd className="numbers strong">{formatNumber(count)}</dd>
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

import type { participantSums } from '#shared/contracts/participations.ts';
import { formatNumber } from '#shared/money.ts';
import type { ApiAnswer } from '#web/lib/calls/api.ts';
import type { Load } from '#web/lib/calls/useLoad.ts';
import { counted } from '#web/lib/languages/format.ts';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { answerText } from './ParticipationState.tsx';

/** How many registered participants gave each answer, as for the caterer. */
export function AnswerSums({ load }: { load: Load<ApiAnswer<typeof participantSums>> }) {
  return (
    <section className="mb-3" aria-labelledby="answer-sums">
      <h2 id="answer-sums" className="text-18 m-0 mb-1">
        Answers of those who are registered
      </h2>
      <Loaded of={load}>
        {({ data }) => (
          <div className="grid grid-tiles-wide gap-1">
            {data.map((question) => (
              <section key={question.id} className="border rounded px-2 py-12px" aria-label={question.text}>
                <h3 className="text-14 break-anywhere m-0 mb-4px font-sans">{question.text}</h3>
                {question.kind === 'text' || question.sums.length === 0 ? (
                  <p className="text-muted m-0">{counted(question.answered, 'answer')}</p>
                ) : (
                  <dl className="m-0">
                    {question.sums.map(({ answer, count }) => (
                      <div key={answer} className="flex justify-between gap-1">
                        <dt className="text-ink break-anywhere">{answerText(question, answer)}</dt>
                        <dd className="tabular-nums font-semibold">{formatNumber(count)}</dd>
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

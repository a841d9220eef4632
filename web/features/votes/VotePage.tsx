import { Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { getVote, objectToRoll, type Vote, voteLimits } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDate, formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { dropUnsent, orderSeed, shuffled } from './device.ts';
import { PaperHash } from './PaperHash.tsx';
import styles from './Votes.module.css';
import { datesOf, isOver, majorityLabels, memberStateLabels, stateTones } from './wording.ts';

const Voting = lazyPart(() => import('./Voting.tsx'), 'Voting');
const Results = lazyPart(() => import('./Results.tsx'), 'Results');

/** One vote for a member: its dates, the roll, the paper, the result. */
export function Component() {
  const { id = '' } = useParams();
  const { reload, ...state } = useLoad(getVote, { params: { id } });
  // A lost connection must not take away what is shown: a paper being filled in, or a receipt.
  const load = { ...state, reload, failed: state.data ? undefined : state.failed };
  // The vote has gone on while a phone was locked.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
  const isMissing = load.failed instanceof AppError && load.failed.code === 'NOT_FOUND';
  return (
    <div className="container page max-w-760">
      <p className="m-0 mb-2 no-print">
        <Link className="tap" to={paths.votes}>
          {t('All votes')}
        </Link>
      </p>
      {isMissing ? (
        <PageHeader title={t('This vote was not found')} text={t('It may be for other members, or was deleted.')} />
      ) : (
        <Loaded of={load}>{({ vote }) => <Shown key={vote.id} vote={vote} reload={reload} />}</Loaded>
      )}
    </div>
  );
}

function Shown({ vote, reload }: { vote: Vote; reload: () => void }) {
  useEffect(() => {
    if (isOver(vote) || vote.state === 'cancelled') dropUnsent(vote);
  }, [vote]);
  return (
    <div className="grid gap-2">
      <PageHeader
        title={vote.title}
        text={<StatusDot tone={stateTones[vote.state]}>{t(memberStateLabels[vote.state])}</StatusDot>}
      />
      {vote.text && (
        <p className="whitespace-pre-line break-anywhere m-0" lang={langOf(vote.text)}>
          {vote.text}
        </p>
      )}
      <p className="m-0">{datesOf(vote)}</p>
      <PaperHash vote={vote} part="warning" />
      {vote.state === 'cancelled' && (
        <Note tone="warning" role="note">
          <T>This vote was cancelled: {vote.cancelReason} All papers and ballots were deleted.</T>
        </Note>
      )}
      {vote.state === 'roll' && <Roll vote={vote} reload={reload} />}
      {vote.state === 'roll' && <Questions vote={vote} />}
      <Suspense fallback={<Loading />}>
        {vote.state === 'open' &&
          (vote.mine?.onRoll ? (
            <Voting vote={vote} reload={reload} />
          ) : (
            <Note tone="info" role="note">
              {t(messages.votes.notOnRoll)} {vote.mine?.reason}
            </Note>
          ))}
        {isOver(vote) && <Results vote={vote} />}
      </Suspense>
      <details className="no-print">
        <summary>{t('About this vote')}</summary>
        <div className="grid gap-2">
          <Facts vote={vote} />
          <PaperHash vote={vote} part="hash" />
          {vote.rollHash && (
            <p className="text-14 text-muted m-0">
              <T>
                SHA-256 of the roll: <span className="font-mono text-14 break-anywhere">{vote.rollHash}</span>
              </T>
            </p>
          )}
          {vote.keyFingerprint && (
            <p className="text-14 text-muted m-0">
              <T>
                SHA-256 of the public key:{' '}
                <span className="font-mono text-14 break-anywhere">{vote.keyFingerprint}</span>
              </T>
            </p>
          )}
          <p className="m-0">
            <Link className="tap" to={paths.secretBallot}>
              {t('How your vote stays secret')}
            </Link>
          </p>
        </div>
      </details>
    </div>
  );
}

function Facts({ vote }: { vote: Vote }) {
  const { mine } = vote;
  return (
    <dl className={styles.facts}>
      <dt>{t('Opens')}</dt>
      <dd>{formatDate(vote.opensAt)}</dd>
      <dt>{t('Closes')}</dt>
      <dd>{formatDate(vote.closesAt)}</dd>
      <dt>{t('On the roll')}</dt>
      <dd>{t('{count, plural, one {# member} other {# members}}', { count: formatNumber(vote.people) })}</dd>
      {vote.withoutNotice && (
        <>
          <dt>{t('Notice')}</dt>
          <dd>{t('This vote is held without a notice by mail.')}</dd>
        </>
      )}
      {vote.publicResult && (
        <>
          <dt>{t('Result')}</dt>
          <dd>
            {vote.state === 'declared' ? (
              <Link to={paths.voteResult(vote.id)}>{t('Public: everybody may read it here')}</Link>
            ) : (
              t('Public once it is declared')
            )}
          </dd>
        </>
      )}
      {vote.quorumPercent > 0 && (
        <>
          <dt>{t('Quorum')}</dt>
          <dd>
            <T>{vote.quorumPercent} per cent of the roll</T>
          </dd>
        </>
      )}
      {mine?.paperOn && (
        <>
          <dt>{t('Your paper')}</dt>
          <dd>
            <T>You took your paper on {formatDay(mine.paperOn)}.</T>
          </dd>
        </>
      )}
    </dl>
  );
}

function Roll({ vote, reload }: { vote: Vote; reload: () => void }) {
  const { mine } = vote;
  return (
    <section aria-labelledby="roll" className="card p-3 grid gap-2">
      <h2 id="roll" className="text-22 m-0">
        {t('The roll')}
      </h2>
      <p className="m-0 font-semibold">
        {mine?.onRoll ? t('You are on the roll.') : t(`You are not on the roll. ${mine?.reason}`)}
      </p>
      {mine?.objection ? (
        <>
          <p className="m-0">
            <T>You have objected on {formatDate(mine.objection.at)}:</T>
          </p>
          <blockquote className="m-0 whitespace-pre-line break-anywhere">{mine.objection.text}</blockquote>
          <p className="m-0 whitespace-pre-line break-anywhere">
            {mine.objection.answeredAt
              ? t(`The office answers: ${mine.objection.answer}`)
              : t('The office has not answered yet.')}
          </p>
        </>
      ) : (
        <ObjectionForm id={vote.id} reload={reload} />
      )}
    </section>
  );
}

function ObjectionForm({ id, reload }: { id: string; reload: () => void }) {
  const form = useForm(undefined, { text: '' });
  const text = useWatch(form.control, 'text');
  return (
    <details>
      <summary>{t('Object to the roll')}</summary>
      <form
        className="grid gap-2 mt-3"
        noValidate
        onSubmit={form.send(async (body) => {
          toast.success((await api(objectToRoll, { params: { id }, body })).message);
          reload();
        })}
      >
        <Field
          control={form.control}
          name="text"
          label={t('What is wrong with the roll?')}
          hint={t('You can object once. The office reads it with your name and answers you here.')}
          rows={4}
          maxLength={voteLimits.objection}
          required
          disabled={form.busy}
        />
        <div>
          <Button type="submit" busy={form.busy} disabled={text.trim() === ''}>
            {t('Send my objection')}
          </Button>
        </div>
      </form>
    </details>
  );
}

function Questions({ vote }: { vote: Vote }) {
  const [seed] = useState(() => orderSeed(vote));
  return (
    <section aria-labelledby="asked" className="grid gap-3">
      <h2 id="asked" className="text-22 m-0">
        {t('What is voted on')}
      </h2>
      {vote.questions.map((question) => (
        <div key={question.id} className="grid gap-1">
          <h3 className="text-18 m-0" lang={langOf(question.title)}>
            {question.title}
          </h3>
          {question.text && (
            <p className="m-0 whitespace-pre-line break-anywhere" lang={langOf(question.text)}>
              {question.text}
            </p>
          )}
          {question.kind === 'resolution' ? (
            <p className="m-0 text-muted">
              <T>Resolution. {t(majorityLabels[question.majority ?? 'simple'])}.</T>
            </p>
          ) : (
            <>
              <p className="m-0 text-muted">
                {t(
                  '{seats, plural, one {# seat} other {# seats}}, {candidates, plural, one {# candidate} other {# candidates}}, in an order drawn by lot for you',
                  { seats: question.seats ?? 1, candidates: question.options.length },
                )}
              </p>
              <ul className="grid gap-1 m-0">
                {shuffled(question.options, seed).map((option) => (
                  <li key={option.id} className="border rounded p-2">
                    <span className="font-semibold break-anywhere">{option.name}</span>
                    {option.statement && (
                      <span
                        className="block text-14 whitespace-pre-line break-anywhere"
                        lang={langOf(option.statement)}
                      >
                        {option.statement}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      ))}
    </section>
  );
}

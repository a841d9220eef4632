import { useEffect, useRef, useState } from 'react';
import { type Vote, type VoteResult, voteBox, voteResults } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { formatNumber } from '#shared/money.ts';
import { api } from '#web/lib/api.ts';
import { useDownload } from '#web/lib/useDownload.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Button } from '#web/ui/Button.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Note } from '#web/ui/Note.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import type { CountDone, CountNews, CountOrder } from './count-worker.ts';
import { keptPaper, receiptOf } from './device.ts';
import styles from './Votes.module.css';
import { outcomeLabels } from './wording.ts';

/** The counts of a vote, with what everybody can check. */
export function Results({ vote }: { vote: Vote }) {
  const load = useLoad(voteResults, { params: { id: vote._id } });
  return (
    <Loaded of={load}>
      {({ data }) => (
        <div className="stack gap-4">
          <Turnout result={data} />
          {data.questions.map((question) => (
            <QuestionResult key={question.id} question={question} ballots={data.ballots} />
          ))}
          <CountAgain vote={vote} result={data} />
        </div>
      )}
    </Loaded>
  );
}

function Turnout({ result }: { result: VoteResult }) {
  const { roll, papers, ballots, quorum, byState } = result;
  return (
    <section aria-labelledby="turnout">
      <h2 id="turnout" className="text-22 flush below-1">
        Turnout
      </h2>
      <p className="flush">
        {formatNumber(papers)} of {formatNumber(roll)} took a paper; {formatNumber(ballots)}{' '}
        {ballots === 1 ? 'ballot is' : 'ballots are'} in the box.
        {quorum.needed > 0 &&
          ` The quorum of ${formatNumber(quorum.needed)} was ${quorum.reached ? '' : 'not '}reached.`}
      </p>
      <details>
        <summary>By State</summary>
        <ul className="flush">
          {byState.map(({ State, roll: people, papers: taken }) => (
            <li key={State}>
              {State}: {formatNumber(taken)} of {formatNumber(people)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

type QuestionCounts = VoteResult['questions'][number];

function QuestionResult({ question, ballots }: { question: QuestionCounts; ballots: number }) {
  const { title, options, blank, outcome, elected, tied } = question;
  const namesOf = (ids: readonly string[]) => options.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const who = namesOf(elected).join(', ');
  const rows = outcome === 'unopposed' ? [] : [...options, { id: 'blank', name: 'Blank', votes: blank }];
  return (
    <section className="card pad-3">
      <h2 className="text-22 flush below-1">{title}</h2>
      <p className="strong flush below-2">
        {outcomeLabels[outcome]}
        {tied.length > 0 && ` between ${namesOf(tied).join(', ')}`}
        {who && `${outcome === 'elected' || outcome === 'unopposed' ? ': ' : '. Elected: '}${who}`}
      </p>
      <ul className={`stack gap-2 ${styles.candidates}`}>
        {rows.map(({ id, name, votes }) => (
          <li key={id} className={styles.result}>
            <span className={`breaks ${elected.includes(id) ? 'strong' : ''}`}>{name}</span>
            <span className="numbers">{formatNumber(votes)}</span>
            <progress aria-hidden="true" max={Math.max(1, ballots)} value={votes} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Counted extends CountDone {
  isSame: boolean;
}

function CountAgain({ vote, result }: { vote: Vote; result: VoteResult }) {
  const { busy: downloading, download } = useDownload();
  const [fraction, setFraction] = useState<number>();
  const [counted, setCounted] = useState<Counted>();
  const [failed, setFailed] = useState('');
  const [receipt, setReceipt] = useState('');
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const paper = keptPaper(vote);

  async function start() {
    setFailed('');
    setCounted(undefined);
    setFraction(0);
    try {
      const { blob } = await api(voteBox, { params: { id: vote._id } });
      const file = await blob.arrayBuffer();
      const started = new Worker(new URL('./count-worker.ts', import.meta.url), { type: 'module' });
      worker.current = started;
      started.onmessage = ({ data }: MessageEvent<CountNews>) => void follow(data);
      started.onerror = () => void follow({ failed: true });
      const order: CountOrder = {
        file,
        people: result.roll,
        quorumPercent: vote.quorumPercent,
        lots: null,
        own: paper?.message ?? null,
      };
      started.postMessage(order, [file]);
    } catch (error) {
      setFraction(undefined);
      setFailed(error instanceof AppError ? error.message : 'The box could not be counted.');
    }
  }

  async function follow(news: CountNews) {
    if ('fraction' in news) return setFraction(news.fraction);
    worker.current?.terminate();
    setFraction(undefined);
    if ('failed' in news) return setFailed('The box could not be read.');
    const { done } = news;
    const isSame = result.questions.every((question) => {
      const again = done.questions.find(({ id }) => id === question.id);
      const votes = (each: QuestionCounts | undefined) =>
        JSON.stringify([each?.blank, each?.options.map((one) => one.votes)]);
      return votes(again) === votes(question);
    });
    if (done.own && paper) setReceipt(await receiptOf(paper.message, done.own));
    setCounted({ ...done, isSame });
  }

  return (
    <section aria-labelledby="again" className="stack gap-2 no-print">
      <h2 id="again" className="text-22 flush">
        Count again
      </h2>
      <p className="flush">
        Your device loads the whole box, checks every signature, and counts it by itself. Or save the box as a file, and
        count it with another program.
      </p>
      <div className="wraps gap-2">
        <Button busy={fraction !== undefined} onClick={() => void start()}>
          Count again
        </Button>
        <Button
          look="outlined"
          disabled={downloading !== undefined}
          onClick={() => download(`box-${vote._id}.ndjson`, () => api(voteBox, { params: { id: vote._id } }))}
        >
          Save the box
        </Button>
      </div>
      {fraction !== undefined && <Progress label="Counting" fraction={fraction} />}
      {failed && <Note tone="error">{failed}</Note>}
      {counted && <CountReport vote={vote} counted={counted} kept={paper?.receipt} receipt={receipt} />}
      <p className="small muted flush">
        SHA-256 of the box: <span className={styles.hash}>{vote.boxHash}</span>
      </p>
    </section>
  );
}

interface ReportProps {
  vote: Vote;
  counted: Counted;
  kept: string | undefined;
  receipt: string;
}

function CountReport({ vote, counted, kept, receipt }: ReportProps) {
  const isRight = counted.isSame && counted.wrong === 0 && counted.hash === vote.boxHash;
  return (
    <Note tone={isRight ? 'success' : 'error'} role="status">
      <p className="flush">
        {formatNumber(counted.genuine)} of {formatNumber(counted.ballots)} ballots are genuine.{' '}
        {counted.isSame ? 'The totals are the same.' : 'The totals differ from the result above.'}{' '}
        {counted.hash === vote.boxHash
          ? 'The box has the hash that was announced.'
          : 'The box has another hash than announced.'}
      </p>
      {kept && (
        <p className="flush">
          {receipt === kept
            ? `Your ballot is in the box, unchanged: ${kept}.`
            : receipt
              ? 'Your paper is in the box with another ballot than the last one of this device.'
              : 'Your ballot is not in the box.'}
        </p>
      )}
    </Note>
  );
}

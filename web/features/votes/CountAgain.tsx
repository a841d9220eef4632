import { useEffect, useRef, useState } from 'react';
import { type Vote, type VoteResult, voteBox } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { formatNumber } from '#shared/money.ts';
import { api } from '#web/lib/api.ts';
import { useDownload } from '#web/lib/useDownload.ts';
import { Button } from '#web/ui/Button.tsx';
import { Note } from '#web/ui/Note.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import type { CountDone, CountNews, CountOrder } from './count-worker.ts';
import { keptPaper, receiptOf } from './device.ts';
import styles from './Votes.module.css';

interface Counted extends CountDone {
  isSame: boolean;
}

interface Props {
  /** Of the vote. */
  id: string;
  result: VoteResult;
  /** What was announced of the box; a visitor compares it with the minutes. */
  announced?: Pick<Vote, 'boxHash' | 'publicKey'> | undefined;
  /** The vote, where the device may have a paper of the reader. */
  own?: Vote | undefined;
}

/** Loads the box, checks every signature in it, and counts it on the reader's device. */
export function CountAgain({ id, result, announced, own }: Props) {
  const { busy: downloading, download } = useDownload();
  const [fraction, setFraction] = useState<number>();
  const [counted, setCounted] = useState<Counted>();
  const [failed, setFailed] = useState('');
  const [receipt, setReceipt] = useState('');
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const paper = own ? keptPaper(own) : null;

  async function start() {
    setFailed('');
    setCounted(undefined);
    setFraction(0);
    try {
      const { blob } = await api(voteBox, { params: { id } });
      const file = await blob.arrayBuffer();
      const started = new Worker(new URL('./count-worker.ts', import.meta.url), { type: 'module' });
      worker.current = started;
      started.onmessage = ({ data }: MessageEvent<CountNews>) => void follow(data);
      started.onerror = () => void follow({ failed: true });
      const order: CountOrder = { file, own: paper?.message ?? null };
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
      const votes = (each: VoteResult['questions'][number] | undefined) =>
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
          onClick={() => download(`box-${id}.ndjson`, () => api(voteBox, { params: { id } }))}
        >
          Save the box
        </Button>
      </div>
      {fraction !== undefined && <Progress label="Counting" fraction={fraction} />}
      {failed && <Note tone="error">{failed}</Note>}
      {counted && <CountReport announced={announced} counted={counted} kept={paper?.receipt} receipt={receipt} />}
      {announced && (
        <p className="small muted flush">
          SHA-256 of the box: <span className={styles.hash}>{announced.boxHash}</span>
        </p>
      )}
    </section>
  );
}

interface ReportProps {
  announced: Props['announced'];
  counted: Counted;
  kept: string | undefined;
  receipt: string;
}

function CountReport({ announced, counted, kept, receipt }: ReportProps) {
  const { genuine, ballots, papers, isSame, hash } = counted;
  const problems = [
    ...(genuine < ballots ? ['Some ballots are not genuine.'] : []),
    ...(ballots > papers ? ['There are more ballots than papers.'] : []),
    ...(isSame ? [] : ['The totals differ from the result above.']),
    ...(announced && hash !== announced.boxHash ? ['The box has another hash than announced.'] : []),
    ...(announced && counted.publicKey !== announced.publicKey ? ['Its papers are signed with another key.'] : []),
  ];
  return (
    <Note tone={problems.length === 0 ? 'success' : 'error'} role="status">
      <p className="flush">
        {formatNumber(genuine)} of {formatNumber(ballots)} ballots are genuine.{' '}
        {problems.length > 0 ? problems.join(' ') : 'The totals are the same.'}{' '}
        {problems.length === 0 && announced && 'The box has the hash that was announced.'}
      </p>
      {!announced && (
        <p className="flush">
          Compare the SHA-256 of the box with the minutes: <span className={styles.hash}>{hash}</span>
        </p>
      )}
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

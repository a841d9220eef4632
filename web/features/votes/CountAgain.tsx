import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { type Vote, type VoteResult, voteBox } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { formatNumber } from '#shared/money.ts';
import { api } from '#web/lib/calls/api.ts';
import { useDownload } from '#web/lib/calls/useDownload.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import type { CountDone, CountNews, CountOrder } from './count-worker.ts';
import { readStoredPaper, type StoredPaper } from './stored-paper.ts';

/** A typed receipt as it is shown, whatever stands between its groups. */
const inGroups = (typed: string) => (typed.toLowerCase().match(/[\da-f]/g) ?? []).join('').replace(/.{4}(?=.)/g, '$& ');

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
  const [typed, setTyped] = useState('');
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const storedPaper = own ? readStoredPaper(own) : null;
  const paper = storedPaper?.signature ? storedPaper : null;
  const receipt = paper ? '' : inGroups(typed);
  const section = useRef<HTMLElement>(null);

  async function start() {
    // Also what was typed before this script was there.
    const written = section.current?.querySelector('input')?.value ?? '';
    setTyped(written);
    setFailed('');
    setCounted(undefined);
    setFraction(0);
    try {
      const { blob } = await api(voteBox, { params: { id } });
      const file = await blob.arrayBuffer();
      const started = new Worker(new URL('./count-worker.ts', import.meta.url), { type: 'module' });
      worker.current = started;
      started.onmessage = ({ data }: MessageEvent<CountNews>) => follow(data);
      started.onerror = () => follow({ failed: true });
      const order: CountOrder = { file, own: paper?.message ?? null, receipt: paper ? '' : inGroups(written) };
      started.postMessage(order, [file]);
    } catch (error) {
      setFraction(undefined);
      setFailed(t(error instanceof AppError ? error.message : 'The box could not be counted.'));
    }
  }

  function follow(news: CountNews) {
    if ('fraction' in news) return setFraction(news.fraction);
    worker.current?.terminate();
    setFraction(undefined);
    if ('failed' in news) return setFailed(t('The box could not be read.'));
    const { done } = news;
    const isSame = result.questions.every((question) => {
      const again = done.questions.find(({ id }) => id === question.id);
      const votes = (each: VoteResult['questions'][number] | undefined) =>
        JSON.stringify([each?.blank, each?.options.map((one) => one.votes)]);
      return votes(again) === votes(question);
    });
    setCounted({ ...done, isSame });
  }

  return (
    <section ref={section} aria-labelledby="again" className="grid gap-2 no-print">
      <h2 id="again" className="text-22 m-0">
        {t('Count again')}
      </h2>
      <p className="m-0">
        <T>
          Your device loads the whole box, checks every signature, and counts it by itself. Or save the box as a file,
          and count it with another program.
        </T>
      </p>
      {paper && !paper.receipt && (
        <Note tone="warning" role="note">
          <T>The box has not confirmed a ballot of this device. ‘Count again’ shows whether yours is in it.</T>
        </Note>
      )}
      {!paper && (
        <TextField
          label={t('Your receipt')}
          hint={t('Only if you want to find a ballot that you cast on another device')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            setTyped(event.target.value);
            setCounted(undefined);
          }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={fraction !== undefined} onClick={() => void start()}>
          {t('Count again')}
        </Button>
        <Button
          look="outlined"
          disabled={downloading !== undefined}
          onClick={() => download(`box-${id}.ndjson`, () => api(voteBox, { params: { id } }))}
        >
          {t('Save the box')}
        </Button>
      </div>
      <div role="status">
        {fraction !== undefined && (
          <>
            <span className="sr-only">{t('Counting…')}</span>
            <Progress label={t('Counting')} fraction={fraction} />
          </>
        )}
        {counted && (
          <CountReport
            announced={announced}
            paperHash={result.paperHash}
            counted={counted}
            paper={paper}
            receipt={receipt}
          />
        )}
      </div>
      {failed && <Note tone="error">{failed}</Note>}
      {announced && (
        <p className="text-14 text-muted m-0">
          <T>
            SHA-256 of the box: <span className="font-mono text-14 break-anywhere">{announced.boxHash}</span>
          </T>
        </p>
      )}
    </section>
  );
}

interface ReportProps {
  announced: Props['announced'];
  /** That was announced. */
  paperHash: string | null;
  counted: Counted;
  paper: StoredPaper | null;
  /** That was typed; '' for none. */
  receipt: string;
}

function ownText({ own, hasReceipt }: Counted, paper: StoredPaper | null, receipt: string): string {
  if (!paper)
    return hasReceipt ? t(`A ballot with the receipt ${receipt} is in the box.`) : t('No ballot has this receipt.');
  if (!own) return t('Your ballot is not in the box.');
  if (paper.receipt && own !== paper.receipt)
    return t('Your paper is in the box with another ballot than the last one of this device.');
  return t(`Your ballot is in the box, unchanged: ${own}.`);
}

function CountReport({ announced, paperHash, counted, paper, receipt }: ReportProps) {
  const { genuine, ballots, papers, isSame, hash } = counted;
  const isOwnOther = paper?.paperHash !== undefined && paper.paperHash !== counted.paperHash;
  const problems = [
    ...(counted.paperHash !== paperHash || !counted.isPaperSame || isOwnOther
      ? [t('The names, texts or rules in the box are not those of the paper on which people voted.')]
      : []),
    ...(genuine < ballots ? [t('Some ballots are not genuine.')] : []),
    ...(ballots > papers ? [t('There are more ballots than papers.')] : []),
    ...(isSame ? [] : [t('The totals differ from the result above.')]),
    ...(announced && hash !== announced.boxHash ? [t('The box has another hash than announced.')] : []),
    ...(announced && counted.publicKey !== announced.publicKey ? [t('Its papers are signed with another key.')] : []),
  ];
  return (
    <Note tone={problems.length === 0 ? 'success' : 'error'} role="note">
      <p className="m-0">
        <T>
          {formatNumber(genuine)} of {formatNumber(ballots)} ballots are genuine.{' '}
          {problems.length > 0 ? problems.map((problem) => t(problem)).join(' ') : t('The totals are the same.')}
        </T>{' '}
        {problems.length === 0 && announced && t('The box has the hash that was announced.')}
      </p>
      {counted.paperHash === null ? (
        <p className="m-0">
          <T>
            The roll of this vote was frozen before names and texts were signed with each ballot: compare them with the
            notice.
          </T>
        </p>
      ) : (
        <p className="m-0">
          <T>
            Every ballot is checked together with the names, texts and rules of its paper. Compare the SHA-256 of the
            paper with the notice: <span className="font-mono text-14 break-anywhere">{counted.paperHash}</span>
          </T>
        </p>
      )}
      {!announced && (
        <p className="m-0">
          <T>
            Compare the SHA-256 of the box with the minutes:{' '}
            <span className="font-mono text-14 break-anywhere">{hash}</span>
          </T>
        </p>
      )}
      {(paper || receipt !== '') && <p className="m-0">{ownText(counted, paper, receipt)}</p>}
    </Note>
  );
}

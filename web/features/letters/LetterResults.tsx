import { useEffect, useState } from 'react';
import {
  exportLetterResults,
  type Letter,
  type LetterRecipient,
  letterFile,
  letterResults,
  mailStates,
  resumeLetter,
  stopLetter,
} from '#shared/contracts/letters.ts';
import { AppError } from '#shared/errors.ts';
import { formatNumber } from '#shared/money.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDate, formatLongDay } from '#web/lib/languages/format.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { MiddleCut } from '#web/ui/tables/MiddleCut.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { DayAndTime, TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { kindLabels, mailLabels, mailTones, progressText, selectionText, stateLabels, stateTones } from './wording.ts';

const columns: Column<LetterRecipient>[] = [
  {
    key: 'name',
    header: 'Member',
    primary: true,
    free: true,
    cell: (row) => <TwoLines first={row.name} second={[row.memberNumber, row.state].filter(Boolean).join(' · ')} />,
  },
  {
    key: 'email',
    header: 'E-mail',
    width: '26%',
    cell: (row) => (row.email ? <MiddleCut text={row.email} /> : nothing),
  },
  {
    key: 'mail',
    header: 'Mail',
    cell: (row) => <StatusDot tone={mailTones[row.mail]}>{mailLabels[row.mail]}</StatusDot>,
  },
  { key: 'reason', header: 'Reason', free: true, cell: (row) => row.reason },
  { key: 'at', header: 'At', cell: (row) => (row.at ? <DayAndTime at={row.at} /> : '') },
  { key: 'read', header: 'Read', cell: (row) => (row.readAt ? <DayAndTime at={row.readAt} /> : '') },
];

/** The interval at which the numbers are reloaded while the letter is being sent. */
const againMs = 3_000;

/** The results of a letter by recipient. */
export function LetterResults({ letter, reload }: { letter: Letter; reload: () => void }) {
  const [address, change, { page, onPage }] = useQueryState({ mail: '' });
  const mail = [...mailStates, 'read' as const].find((each) => each === address.mail) ?? '';
  const isScheduled = letter.state === 'scheduled';
  const load = useLoad(letterResults, isScheduled ? null : { params: { id: letter.id }, query: { mail, page } });
  const table = usePaging(load, page, onPage);
  const { busy, attempt } = useAttempt();
  const [late, setLate] = useState<string>();
  const isMoving = letter.state === 'sending' || isScheduled;
  const reloadList = load.reload;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      reload();
      reloadList();
    }, againMs);
    return () => clearInterval(timer);
  }, [isMoving, reload, reloadList]);

  const { counts } = letter;
  const input = { params: { id: letter.id }, body: { version: letter.version } };
  const resume = async (tooLate?: true) => {
    await attempt(async () => {
      try {
        return await api(resumeLetter, { ...input, body: { ...input.body, ...(tooLate && { tooLate }) } });
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'TOO_LATE')) throw error;
        setLate(error.message);
        return undefined;
      }
    });
    reload();
  };
  return (
    <>
      <PageHeader
        title={letter.title}
        text={[kindLabels[letter.kind], letter.number, '·', selectionText(letter)].filter(Boolean).join(' ')}
      >
        {(letter.state === 'sending' || isScheduled) && (
          <AskedButton
            danger
            label={isScheduled ? 'Back to draft' : 'Stop'}
            title={isScheduled ? 'Make it a draft again?' : 'Stop sending?'}
            act={() => api(stopLetter, input)}
            onEnd={reload}
          >
            {isScheduled
              ? 'It is not sent at its time, and can be changed again.'
              : 'Nobody else gets it by e-mail until it goes on. What has been sent stays sent.'}
          </AskedButton>
        )}
        {letter.state === 'stopped' && (
          <Button disabled={busy} onClick={() => void resume()}>
            Go on sending
          </Button>
        )}
        {!isScheduled && (
          <DownloadButton name="results.xlsx" load={() => api(exportLetterResults, { params: { id: letter.id } })}>
            XLSX
          </DownloadButton>
        )}
      </PageHeader>
      <ConfirmDialog
        open={late !== undefined}
        title="Go on all the same?"
        confirmLabel="Go on sending"
        onClose={() => setLate(undefined)}
        onConfirm={() => resume(true)}
      >
        {late} That you go on all the same is written down with your name.
      </ConfirmDialog>
      <div className="flex flex-wrap items-center gap-2 mb-3">
        <StatusDot tone={stateTones[letter.state]}>{stateLabels[letter.state]}</StatusDot>
        {isScheduled && letter.at && <span>It is sent on {formatDate(letter.at)}.</span>}
        {letter.startedAt && <span>Begun on {formatDate(letter.startedAt)}</span>}
        {letter.state === 'sent' && letter.endedAt && <span>Ended on {formatDate(letter.endedAt)}</span>}
        {letter.meetingOn && <span>Meeting on {formatLongDay(letter.meetingOn)}</span>}
        {letter.tooLate && (
          <span>
            Sent with {letter.tooLate.clearDays} clear days, as {letter.tooLate.by} confirmed
          </span>
        )}
        {letter.file && (
          <DownloadButton
            small
            look="text"
            name={letter.file.name}
            load={() => api(letterFile, { params: { id: letter.id } })}
          >
            {letter.file.name}
          </DownloadButton>
        )}
      </div>
      {letter.state === 'sending' && (
        <div className="mb-3">
          <Progress
            label="How far it is"
            fraction={counts.people === 0 ? 1 : (counts.people - counts.waiting) / counts.people}
          />
          <p className="text-muted m-0 mt-1" aria-live="polite">
            {progressText(counts)} done
          </p>
        </div>
      )}
      {!isScheduled && (
        <>
          <dl className="grid gap-2 grid-tiles m-0 mb-3">
            {(['sent', 'waiting', 'failed', 'bounced', 'leftOut', 'read'] as const).map((name) => (
              <div key={name} className="card p-2">
                <dt className="text-14">{mailLabels[name]}</dt>
                <dd className="text-22 font-semibold">{formatNumber(counts[name])}</dd>
              </div>
            ))}
          </dl>
          <div className="mb-2 max-w-320">
            <FilterSelect
              label="Mail"
              value={mail}
              options={[...mailStates, 'read' as const].map((value) => ({ value, label: mailLabels[value] }))}
              onChange={(next) => change({ mail: next })}
            />
          </div>
          <DataTable
            {...table}
            caption="Recipients"
            columns={columns}
            rowKey={(row) => row.id}
            loading={table.loading && !isMoving}
            emptyText="Nobody."
          />
        </>
      )}
    </>
  );
}

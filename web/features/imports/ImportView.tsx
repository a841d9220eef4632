import { useEffect, useState } from 'react';
import {
  deleteImport,
  getImport,
  type ImportRecord,
  importProblems,
  type RowKind,
  undoImport,
} from '#shared/contracts/imports.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { counted, formatDate } from '#web/lib/languages/format.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportRows } from './ImportRows.tsx';
import { forecast, isBusy, outcome, stateLabels, stateTones } from './wording.ts';

const pollAgainMs = 1_000;

interface Props {
  id: string;
  kind: RowKind | '';
  page: number;
  onKind: (kind: RowKind) => void;
  onPage: (page: number) => void;
  onGone: () => void;
}

/** One list, from the choice of its columns to its result. */
export function ImportView({ id, kind, page, onKind, onPage, onGone }: Props) {
  const load = useLoad(getImport, { params: { id } });
  const { data, loading, reload } = load;
  const busy = data !== undefined && isBusy(data.import.state);
  useEffect(() => {
    if (!busy || loading) return;
    const timer = setTimeout(reload, pollAgainMs);
    return () => clearTimeout(timer);
  }, [busy, loading, reload]);
  return (
    <Loaded of={load}>
      {({ import: record }) => (
        <>
          <Facts record={record} />
          <Present record={record} reload={reload} onGone={onGone} />
          {!busy && record.state !== 'needsMapping' && record.state !== 'discarded' && (
            <ImportRows
              key={record.state}
              record={record}
              kind={kind || (record.summary.care > 0 ? 'care' : 'create')}
              page={page}
              onKind={onKind}
              onPage={onPage}
              onSaved={reload}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function Facts({ record }: { record: ImportRecord }) {
  return (
    <p className="measure m-0 mb-2">
      <strong>{record.file}</strong>{' '}
      <span className="text-muted">
        sent by {record.by}, {formatDate(record.createdAt)}
      </span>{' '}
      <StatusDot tone={stateTones[record.state]}>{stateLabels[record.state]}</StatusDot>
    </p>
  );
}

interface PartProps {
  record: ImportRecord;
  reload: () => void;
  onGone: () => void;
}

/** The state of the import, and its actions. */
function Present({ record, reload, onGone }: PartProps) {
  const [mapping, setMapping] = useState(false);
  const mapped = () => {
    setMapping(false);
    reload();
  };
  if (isBusy(record.state)) return <ImportProgress record={record} />;
  if (record.state === 'needsMapping' || mapping) {
    return (
      <>
        <ImportColumns
          // Another sheet or header row has other columns.
          key={`${record.sheet} ${record.headerRow}`}
          record={record}
          onMapped={mapped}
          onCancel={mapping ? () => setMapping(false) : undefined}
        />
        {record.state === 'needsMapping' && (
          <div className="flex flex-wrap gap-1-2 mt-2">
            <Discard record={record} onGone={onGone} />
          </div>
        )}
      </>
    );
  }
  if (record.state === 'ready')
    return <Ready record={record} reload={reload} onGone={onGone} onMap={() => setMapping(true)} />;
  if (record.state === 'done') return <Done record={record} reload={reload} />;
  if (record.state === 'failed') {
    return (
      <>
        <Note tone="error">
          {messages.import.failed} {outcome(record.result)} Please load the list again with the rest.
        </Note>
        {record.result.created === 0 && (
          <div className="flex flex-wrap gap-1-2 mt-2">
            <Discard record={record} onGone={onGone} />
          </div>
        )}
      </>
    );
  }
  const stay = record.state === 'undone' ? record.result.created : 0;
  return (
    <>
      <p className="text-22 font-serif leading-tight m-0 mb-1">
        {record.state === 'undone' ? 'This import was undone.' : messages.import.discarded}
      </p>
      {stay > 0 && (
        <>
          <p className="text-muted m-0">
            {counted(stay, 'member stays', 'members stay')}, because their records have been used since. The rows below
            say what for.
          </p>
          <div className="flex flex-wrap gap-1-2 mt-2">
            <Undo record={record} label="Undo the rest" reload={reload} />
          </div>
        </>
      )}
    </>
  );
}

function ImportProgress({ record: { state, progress } }: { record: ImportRecord }) {
  const { done, total } = progress;
  return (
    <div className="card p-3" role="status">
      <p className="text-22 font-serif leading-tight m-0 mb-1">
        {stateLabels[state]}: {formatNumber(done)} of {formatNumber(total)} rows
      </p>
      <Progress label={stateLabels[state]} fraction={total === 0 ? 1 : done / total} />
      <p className="text-muted">This goes on when you leave the page.</p>
    </div>
  );
}

function Ready({ record, reload, onGone, onMap }: PartProps & { onMap: () => void }) {
  const [asking, setAsking] = useState(false);
  const { create, complete } = record.summary;
  return (
    <section className="card p-3" aria-label="What this list will do">
      <p className="text-22 font-serif leading-tight m-0 mb-1" role="status">
        {forecast(record.summary)}
      </p>
      <p className="text-muted">
        Nothing has been written yet. Rows that need care are left out; correct them here, or download them, correct
        them and load them again.
      </p>
      <div className="flex flex-wrap gap-1-2 mt-2">
        <Button onClick={() => setAsking(true)} disabled={create + complete === 0}>
          Import
        </Button>
        <Button look="outlined" onClick={onMap}>
          Columns
        </Button>
        <Problems record={record} />
        <Discard record={record} onGone={onGone} />
      </div>
      {asking && <CredentialsDialog record={record} commits onClose={() => setAsking(false)} onDone={reload} />}
    </section>
  );
}

function Done({ record, reload }: Omit<PartProps, 'onGone'>) {
  const [sending, setSending] = useState(false);
  const { credentialsGiven, credentialsOpen, credentials, perDay } = record;
  return (
    <section className="card p-3" aria-label="What this list has done">
      <p className="text-22 font-serif leading-tight m-0 mb-1" role="status">
        {outcome(record.result)}
      </p>
      {record.result.created > 0 && (
        <p className="text-muted">
          Credentials: {formatNumber(credentialsGiven)} sent or on their way, {formatNumber(credentialsOpen)} still to
          be sent
          {credentials === 'batch' && credentialsOpen > 0 && perDay ? `, ${formatNumber(perDay)} a day` : ''}.
        </p>
      )}
      <div className="flex flex-wrap gap-1-2 mt-2">
        {credentialsOpen > 0 && <Button onClick={() => setSending(true)}>Send credentials</Button>}
        <Problems record={record} />
        <Undo record={record} label="Undo the import" reload={reload} />
      </div>
      {sending && (
        <CredentialsDialog record={record} commits={false} onClose={() => setSending(false)} onDone={reload} />
      )}
    </section>
  );
}

function Undo({ record: { id }, label, reload }: Omit<PartProps, 'onGone'> & { label: string }) {
  return (
    <AskedButton
      danger
      label={label}
      title={label}
      confirmLabel="Undo"
      act={() => api(undoImport, { params: { id } })}
      onEnd={reload}
    >
      The members that this list has created are deleted, mails that have not left do not leave, and what was completed
      in other records becomes empty again. Members whose record has been used since (changed by the office, on a roll,
      at a conference) stay, and are named. It is possible while nobody of them has logged in or paid.
    </AskedButton>
  );
}

/** The rows that need care, as a file that can be corrected and loaded again. */
function Problems({ record: { id, summary } }: { record: ImportRecord }) {
  if (summary.care === 0) return null;
  return (
    <DownloadButton
      name="rows-to-correct.xlsx"
      load={() => api(importProblems, { params: { id }, query: { format: 'xlsx' } })}
    >
      Download the rows that need care
    </DownloadButton>
  );
}

function Discard({ record: { id }, onGone }: { record: ImportRecord; onGone: () => void }) {
  return (
    <AskedButton
      danger
      label="Discard"
      title="Discard this list"
      act={() => api(deleteImport, { params: { id } })}
      onEnd={(succeeded) => succeeded && onGone()}
    >
      The file and its rows are deleted. Nothing of them has been written into the register.
    </AskedButton>
  );
}

import { useRef, useState } from 'react';
import { createDocument } from '#shared/contracts/library.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { counted } from '#web/lib/languages/format.ts';
import picker from '#web/ui/forms/FilePicker.module.css';
import { fileProblem } from '#web/ui/forms/FilePicker.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import styles from './Library.module.css';

interface Upload {
  id: number;
  file: File;
  /** 0 to 1 while it is sent. */
  progress: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  problem: string;
  /** The browser refused it, and would again. */
  final: boolean;
}

/** Two at a time: a slow line is full with them, and one large file does not hold up the others. */
const atOnce = 2;

/** Files that are dropped become drafts, each on its own, so that one failure does not affect the others. */
export function Dropped({ onAdded }: { onAdded: () => void }) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [over, setOver] = useState(false);
  const [note, setNote] = useState('');
  const { busy, run } = useSingleRun();
  const input = useRef<HTMLInputElement>(null);
  const count = useRef(0);

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((before) => before.map((each) => (each.id === id ? { ...each, ...part } : each)));

  const send = async ({ id, file }: Upload) => {
    change(id, { state: 'sending', progress: 0, problem: '' });
    try {
      const onProgress = (progress: number) => change(id, { progress });
      await api(createDocument, { body: { draft: true }, files: { file } }, { onProgress });
      change(id, { state: 'done' });
    } catch (failure) {
      change(id, { state: 'failed', problem: failureOf(failure).message });
    }
  };

  const sendAll = (all: readonly Upload[]) =>
    run(async () => {
      const left = all.filter(({ final }) => !final);
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let next = left.shift(); next; next = left.shift()) await send(next);
        }),
      );
      onAdded();
    });

  const take = (files: FileList | null) => {
    if (!files || files.length === 0 || busy) return;
    const chosen = [...files];
    setNote(
      chosen.length > limits.documentsAtOnce
        ? `At most ${limits.documentsAtOnce} files at once: ${chosen.length - limits.documentsAtOnce} were left out.`
        : '',
    );
    const added = chosen.slice(0, limits.documentsAtOnce).map((file): Upload => {
      count.current += 1;
      const problem =
        fileProblem(file, 'any', limits.documentBytes) ?? (/\.pdf$/i.test(file.name) ? '' : 'This is no PDF.');
      return {
        ...{ id: count.current, file, progress: 0, problem },
        ...{ state: problem ? 'failed' : 'waiting', final: problem !== '' },
      };
    });
    setUploads(added);
    if (input.current) input.current.value = '';
    void sendAll(added);
  };

  const done = uploads.filter(({ state }) => state === 'done').length;
  const failed = uploads.filter(({ state, final }) => state === 'failed' && !final);
  return (
    <section className="grid gap-2 mb-3" aria-label="Add many files">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the one for everybody */}
      <div
        className={`text-center rounded p-3 ${picker.area}`}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Button look="outlined" disabled={busy} onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <input
          ref={input}
          className="sr-only"
          type="file"
          accept="application/pdf,.pdf"
          multiple
          tabIndex={-1}
          aria-label="Files"
          onChange={(event) => take(event.target.files)}
        />
        <p className="text-muted text-14 m-0 mt-1">
          <span className="hidden-below-sm">Or drop up to {limits.documentsAtOnce} PDF files here.</span>
          <span className="hidden-from-sm">Up to {limits.documentsAtOnce} PDF files at once.</span> Each becomes a
          draft, with its title and date where they are clear.
        </p>
      </div>
      {note && (
        <p className="m-0 text-bad" role="alert">
          {note}
        </p>
      )}
      {uploads.length > 0 && (
        <>
          <p className="m-0 font-semibold" role="status">
            {counted(done, 'draft')} of {uploads.length} added
          </p>
          <ul className={`grid gap-1 m-0 ${styles.uploads}`}>
            {uploads.map(({ id, file, state, progress, problem }) => (
              <li key={id} className="grid grid-cols-1fr-auto gap-4px-2">
                <span className="break-anywhere">{file.name}</span>
                <span className="text-14">{state === 'done' ? 'Added' : state === 'waiting' ? 'Waiting' : ''}</span>
                {state === 'sending' && (
                  <Progress
                    label={`Sending ${file.name}`}
                    fraction={progress > 0 && progress < 1 ? progress : undefined}
                  />
                )}
                {state === 'failed' && <span className="text-14 text-bad">{problem}</span>}
              </li>
            ))}
          </ul>
          {!busy && (
            <div className="flex flex-wrap gap-1">
              {failed.length > 0 && (
                <Button look="outlined" onClick={() => void sendAll(failed)}>
                  Try the failed ones again
                </Button>
              )}
              <Button look="text" onClick={() => setUploads([])}>
                Close the list
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

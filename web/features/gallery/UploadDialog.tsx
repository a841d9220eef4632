import { useEffect, useRef, useState } from 'react';
import { addGalleryImages } from '#shared/contracts/gallery.ts';
import { messages } from '#shared/messages.ts';
import { shrinkImage } from '#web/lib/browser/shrink-image.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { fileProblem } from '#web/ui/forms/FilePicker.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import styles from './UploadDialog.module.css';

interface Entry {
  id: number;
  file: File;
  address: string;
  /** 0 to 1 while it is sent. */
  progress: number;
  state: 'chosen' | 'sending' | 'done' | 'failed';
  problem: string;
}

/** Adds several pictures: each is shrunk and sent separately, so that one failure does not affect the others. */
export function UploadDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const { busy, run } = useSingleRun();
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const count = useRef(0);
  const addresses = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const address of addresses.current) URL.revokeObjectURL(address);
    },
    [],
  );

  const change = (id: number, part: Partial<Entry>) =>
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));

  const choose = (files: FileList | null) => {
    const added = [...(files ?? [])].map((file): Entry => {
      const address = URL.createObjectURL(file);
      addresses.current.push(address);
      count.current += 1;
      const problem = fileProblem(file, 'image') ?? '';
      return { id: count.current, file, address, progress: 0, state: problem ? 'failed' : 'chosen', problem };
    });
    setEntries((before) => [...before, ...added]);
    setError('');
    if (input.current) input.current.value = '';
  };

  const send = async (entry: Entry): Promise<boolean> => {
    change(entry.id, { state: 'sending', progress: 0, problem: '' });
    try {
      const image = await dataUrl(await shrinkImage(entry.file));
      await api(
        addGalleryImages,
        { body: { images: [image] } },
        { onProgress: (progress) => change(entry.id, { progress }) },
      );
      change(entry.id, { state: 'done', progress: 1 });
      return true;
    } catch (failure) {
      const problem = failureOf(failure).message;
      change(entry.id, { state: 'failed', problem });
      return false;
    }
  };

  const upload = async () => {
    const waiting = entries.filter(
      ({ state, problem }) => state === 'chosen' || (state === 'failed' && !isOwn(problem)),
    );
    if (waiting.length === 0) {
      setError(messages.gallery.images);
      return;
    }
    let added = 0;
    for (const entry of waiting) if (await send(entry)) added += 1;
    if (added > 0) {
      toast.success(added === 1 ? 'Image added successfully' : `${added} images added successfully`);
      onAdded();
    }
    if (added === waiting.length) onClose();
    else toast.error(`${waiting.length - added} of ${waiting.length} images could not be added.`);
  };
  // Whether the browser itself refused the file: it would be refused again.
  const isOwn = (problem: string) =>
    entries.some((entry) => problem !== '' && fileProblem(entry.file, 'image') === problem);

  return (
    <ModalDialog
      open
      title="Add Images"
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button look="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={() => void run(upload)} busy={busy}>
            Upload
          </Button>
        </>
      }
    >
      <Button look="outlined" disabled={busy} onClick={() => input.current?.click()}>
        Choose images
      </Button>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-label="Images"
        onChange={(event) => choose(event.target.files)}
      />
      <p className={`text-14 m-0 mt-1 ${error ? 'text-bad' : 'text-muted'}`} role={error ? 'alert' : undefined}>
        {error || 'JPEG, PNG, WebP, AVIF or GIF, up to 10 MB each. They are reduced in size before they are sent.'}
      </p>
      <ul className="m-0 mt-2 grid gap-1">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-center border rounded gap-2 p-1">
            <img
              src={entry.address}
              alt=""
              className={`${styles.preview} object-cover rounded-4px flex-none`}
              width={72}
              height={54}
            />
            <div className="grow min-w-0">
              <p className="break-anywhere m-0">{entry.file.name}</p>
              {entry.state === 'sending' && (
                <Progress
                  label={`Sending ${entry.file.name}`}
                  fraction={entry.progress > 0 ? entry.progress : undefined}
                />
              )}
              {entry.state === 'done' && <p className="text-14 m-0 mt-1 text-good">Added</p>}
              {entry.state === 'failed' && <p className="text-14 m-0 mt-1 text-bad">{entry.problem}</p>}
            </div>
            {!busy && entry.state !== 'done' && (
              <Button
                small
                look="text"
                aria-label={`Remove ${entry.file.name}`}
                onClick={() => setEntries((before) => before.filter(({ id }) => id !== entry.id))}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

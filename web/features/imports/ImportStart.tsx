import { useState } from 'react';
import { type ImportRecord, importTemplate, uploadImport } from '#shared/contracts/imports.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';

/** Uploads a list. */
export function ImportStart({ onRead }: { onRead: (record: ImportRecord) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const busy = progress !== undefined;

  const send = async () => {
    if (!file) {
      setProblem(messages.import.file);
      return;
    }
    setProgress(0);
    setProblem(undefined);
    try {
      const { import: record } = await api(uploadImport, { body: {}, files: { file } }, { onProgress: setProgress });
      onRead(record);
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : messages.general.failed);
      showFailure(error);
    } finally {
      setProgress(undefined);
    }
  };

  return (
    <section className="card p-3" aria-label="A new list">
      <p className="measure m-0 mb-2">
        A list of people who are members already, as Excel workbook or CSV. Nothing is written before you have seen what
        it will do.
      </p>
      <FilePicker
        label="List of members"
        name="file"
        accept="any"
        taken={`Excel (.xlsx) or CSV, up to ${limits.importFile.fileBytes / 1024 / 1024} MB`}
        maxBytes={limits.importFile.fileBytes}
        value={file}
        error={problem}
        disabled={busy}
        onChange={(next) => {
          setFile(next);
          setProblem(undefined);
        }}
      />
      {busy && <UploadProgress fraction={progress} label="Sending the list" />}
      <div className="flex flex-wrap gap-1-2 mt-2">
        <Button onClick={() => void send()} busy={busy}>
          Read the list
        </Button>
        {(['xlsx', 'csv'] as const).map((format) => (
          <DownloadButton
            key={format}
            disabled={busy}
            name={`members-template.${format}`}
            load={() => api(importTemplate, { query: { format } })}
          >
            Template ({format === 'xlsx' ? 'Excel' : 'CSV'})
          </DownloadButton>
        ))}
      </div>
    </section>
  );
}

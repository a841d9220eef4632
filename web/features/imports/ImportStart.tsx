import { useState } from 'react';
import { type ImportRecord, importTemplate, uploadImport } from '#shared/contracts/imports.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';

/** Uploads a list. */
export function ImportStart({ onRead }: { onRead: (record: ImportRecord) => void }) {
  const form = useForm<{ file: File | null }>(({ file }): FieldErrors => (file ? {} : { file: messages.import.file }), {
    file: null,
  });
  const [progress, setProgress] = useState(0);
  const { busy } = form;
  const send = form.send(async ({ file }) => {
    setProgress(0);
    const files = { file: file! };
    onRead((await api(uploadImport, { body: {}, files }, { onProgress: setProgress })).import);
  });

  return (
    <form className="card p-3" noValidate onSubmit={send} aria-label="A new list">
      <p className="measure m-0 mb-2">
        A list of people who are members already, as Excel workbook or CSV. Nothing is written before you have seen what
        it will do.
      </p>
      <FilePickerField
        control={form.control}
        name="file"
        label="List of members"
        accept="any"
        taken={`Excel (.xlsx) or CSV, up to ${limits.importFile.fileBytes / 1024 / 1024} MB`}
        maxBytes={limits.importFile.fileBytes}
        disabled={busy}
      />
      {busy && <UploadProgress fraction={progress} label="Sending the list" />}
      <div className="flex flex-wrap gap-1-2 mt-2">
        <Button type="submit" busy={busy}>
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
    </form>
  );
}

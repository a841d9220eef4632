import { useState } from 'react';
import { exportDirectory } from '#shared/contracts/directory.ts';
import { type ApiInput, api } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { DownloadIcon } from '#web/ui/icons.tsx';

type Format = 'csv' | 'xlsx';
const formats: readonly { format: Format; label: string }[] = [
  { format: 'csv', label: 'Export CSV' },
  { format: 'xlsx', label: 'Export XLSX' },
];

/** Exports the filtered list as a file. Each export is logged. */
export function ExportButtons({
  filters,
  disabled,
}: {
  filters: Omit<ApiInput<typeof exportDirectory>['query'], 'format'>;
  disabled: boolean;
}) {
  const [busy, setBusy] = useState<Format>();
  const save = async (format: Format) => {
    setBusy(format);
    try {
      saveFile(await api(exportDirectory, { query: { ...filters, format } }), `members.${format}`);
      toast.success('The export has been saved. It holds personal data: please keep it safe.');
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  return formats.map(({ format, label }) => (
    <Button
      key={format}
      look="outlined"
      busy={busy === format}
      disabled={disabled || busy !== undefined}
      onClick={() => void save(format)}
    >
      <DownloadIcon />
      {label}
    </Button>
  ));
}

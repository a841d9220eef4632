import { exportDirectory } from '#shared/contracts/directory.ts';
import { type ApiInput, api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';

const formats = ['csv', 'xlsx'] as const;

interface Props {
  filters: Omit<ApiInput<typeof exportDirectory>['query'], 'format'>;
  disabled: boolean;
}

/** Exports the filtered list as a file. Each export is logged. */
export function ExportButtons({ filters, disabled }: Props) {
  const load = async (format: (typeof formats)[number]) => {
    const file = await api(exportDirectory, { query: { ...filters, format } });
    toast.success('The export has been saved. It holds personal data: please keep it safe.');
    return file;
  };
  return formats.map((format) => (
    <DownloadButton key={format} disabled={disabled} name={`members.${format}`} load={() => load(format)}>
      Export {format.toUpperCase()}
    </DownloadButton>
  ));
}

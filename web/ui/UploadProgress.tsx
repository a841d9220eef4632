import { Progress } from './Progress.tsx';

/** The progress of an upload, then that the server is processing it. */
export function UploadProgress({ fraction, label }: { fraction: number; label: string }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className="stack gap-half wide up-to-480">
      <Progress label={label} fraction={percent >= 100 ? undefined : percent / 100} />
      <span className="muted small numbers">{percent >= 100 ? 'Almost done …' : `${label} … ${percent}%`}</span>
    </div>
  );
}

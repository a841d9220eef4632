import IconButton from '@mui/material/IconButton';
import { copyText } from '#web/lib/clipboard.ts';
import { CopyIcon } from './icons.tsx';

/** Copies what stands before it; `label` says what that is, such as 'UTR'. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  return (
    <IconButton
      aria-label={`Copy ${label}`}
      title={`Copy ${label}`}
      // Small enough that it covers no link above it, where it stands beneath a long one.
      sx={{ my: '-4px', ml: '2px', p: 0, width: 32, height: 32, '@media (pointer: coarse)': { width: 44, height: 44 } }}
      onClick={() => void copyText(value, `${label} copied`)}
    >
      <CopyIcon fontSize="small" />
    </IconButton>
  );
}

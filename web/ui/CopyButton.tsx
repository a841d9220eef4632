import IconButton from '@mui/material/IconButton';
import { copyText } from '#web/lib/clipboard.ts';
import { CopyIcon } from './icons.tsx';

/** Copies what stands before it; `label` says what that is, such as 'UTR'. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  return (
    <IconButton
      aria-label={`Copy ${label}`}
      title={`Copy ${label}`}
      sx={{ my: '-10px', ml: '2px' }}
      onClick={() => void copyText(value, `${label} copied`)}
    >
      <CopyIcon sx={{ fontSize: 18 }} />
    </IconButton>
  );
}

import Button from '@mui/material/Button';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
import { KeyHint } from './KeyHint.tsx';

interface Props {
  /** Undefined: there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The buttons to the records beside the one that a dialog shows; their keys are the dialog's shortcuts. */
export function PreviousNext({ onPrevious, onNext }: Props) {
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<ChevronLeftIcon />}
        aria-keyshortcuts="K"
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        Previous
        <KeyHint keys="K" />
      </Button>
      <Button
        size="small"
        variant="outlined"
        endIcon={<ChevronRightIcon />}
        aria-keyshortcuts="J"
        disabled={!onNext}
        onClick={onNext}
      >
        Next
        <KeyHint keys="J" />
      </Button>
    </>
  );
}

import { Button } from './Button.tsx';
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
      <Button small look="outlined" aria-keyshortcuts="K" disabled={!onPrevious} onClick={onPrevious}>
        <ChevronLeftIcon />
        Previous
        <KeyHint keys="K" />
      </Button>
      <Button small look="outlined" aria-keyshortcuts="J" disabled={!onNext} onClick={onNext}>
        Next
        <KeyHint keys="J" />
        <ChevronRightIcon />
      </Button>
    </>
  );
}

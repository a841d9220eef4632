import { Button } from './Button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
import { KeyHint } from './KeyHint.tsx';

interface Props {
  /** Undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Buttons to the previous and the next record in a dialog; the dialog registers their shortcuts. */
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

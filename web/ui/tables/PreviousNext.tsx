import { KeyHint } from '#web/ui/dialogs/KeyHint.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/page/icons.tsx';

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

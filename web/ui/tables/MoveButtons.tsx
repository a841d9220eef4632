import { Button } from '#web/ui/page/Button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/page/icons.tsx';

interface Props {
  /** The entry's name, as in 'Move … up'. */
  name: string;
  first: boolean;
  last: boolean;
  disabled?: boolean;
  onMove: (by: 1 | -1) => void;
}

/** Moves an entry of a list up or down. */
export function MoveButtons({ name, first, last, disabled, onMove }: Props) {
  return (
    <>
      <Button look="icon" aria-label={`Move ${name} up`} disabled={disabled || first} onClick={() => onMove(-1)}>
        <ArrowUpIcon fontSize="small" />
      </Button>
      <Button look="icon" aria-label={`Move ${name} down`} disabled={disabled || last} onClick={() => onMove(1)}>
        <ArrowDownIcon fontSize="small" />
      </Button>
    </>
  );
}

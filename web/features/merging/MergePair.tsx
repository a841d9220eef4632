import { likePeople } from '#shared/contracts/merging.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { MergeDialog } from './MergeDialog.tsx';

interface Props {
  /** The records' ids. */
  one: string;
  other: string;
  onClose: () => void;
  /** Called with the record that stays. */
  onMerged: (id: string) => void;
}

/** Makes one record of two that are loaded first. */
export function MergePair({ one, other, onClose, onMerged }: Props) {
  const first = useLoad(likePeople, { params: { id: one } });
  const second = useLoad(likePeople, { params: { id: other } });
  if (first.data && second.data) {
    return <MergeDialog one={first.data.data} other={second.data.data} onClose={onClose} onMerged={onMerged} />;
  }
  return (
    <ModalDialog open title="Make one record of two" onClose={onClose}>
      <Loaded of={first}>{() => null}</Loaded>
      <Loaded of={second}>{() => null}</Loaded>
    </ModalDialog>
  );
}

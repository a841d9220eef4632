import { anotherPerson } from '#shared/contracts/merging.ts';
import { api } from '#web/lib/calls/api.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { numberOf } from './wording.ts';

interface Named {
  id: string;
  name: string;
  memberNumber: string | null;
  reference: string;
}

/** Says for good that two records are of two people. */
export function TwoPeople({ one, other, onNoted }: { one: Named; other: Named; onNoted: () => void }) {
  return (
    <AskedButton
      small
      look="text"
      label="Another person"
      title="Are these two people?"
      confirmLabel="Two people"
      act={async () => {
        const answer = await api(anotherPerson, { body: { one: one.id, other: other.id } });
        onNoted();
        return answer;
      }}
    >
      {one.name}, {numberOf(one)}, and {other.name}, {numberOf(other)}, are not named together any more.
    </AskedButton>
  );
}

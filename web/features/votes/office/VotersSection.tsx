import { countVoters, voteLimits } from '#shared/contracts/votes.ts';
import { MemberFilters } from '#web/features/letters/MemberFilters.tsx';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useField, useWatch } from '#web/lib/forms/useField.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import { counted } from '#web/lib/languages/format.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import type { Values } from './editor-values.ts';
import { GroupError } from './QuestionEditor.tsx';

/** Chooses who is on the roll, and shows how many that would be. */
export function VotersSection({ control }: { control: FormControl<Values> }) {
  const field = useField(control, 'filter');
  const filter = field.value;
  const goodStanding = useWatch(control, 'goodStanding');
  const count = useLoad(countVoters, { body: { filter, goodStanding } });
  const people = count.loading ? undefined : count.data?.data.people;
  return (
    <section aria-labelledby="voters" className="card p-3 grid gap-3">
      <h2 id="voters" className="text-22 m-0">
        Who votes
      </h2>
      <MemberFilters
        filter={filter}
        onChange={(next) => field.onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value)))}
      />
      <GroupError control={control} name="filter" />
      <CheckField control={control} name="goodStanding" label="Only those who owe no payment of an earlier year" />
      <p className="m-0" aria-live="polite">
        {count.failed && !count.loading
          ? count.failed.message
          : people === undefined
            ? 'Counting…'
            : `${counted(people, 'member')} at this moment. The roll is fixed when it is frozen.`}
      </p>
      {people !== undefined && people > 0 && people < voteLimits.fewVoters && (
        <Note tone="warning" role="note">
          With fewer than {voteLimits.fewVoters} voters a result that all agree on tells what each of them chose.
        </Note>
      )}
    </section>
  );
}

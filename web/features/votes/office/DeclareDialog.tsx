import { useState } from 'react';
import { z } from 'zod';
import { type VoteResult, voteResults } from '#shared/contracts/votes.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { proposeStep } from './Proposal.tsx';
import type { StepDialogProps } from './StepDialog.tsx';

/** The server checks the days; the lots are checked here. */
const schema = z.object({ terms: z.boolean(), from: z.string(), until: z.string(), news: z.boolean() });

/** Proposes to declare the result, after the lots of those who are tied. */
export function DeclareDialog({ vote, reload, onClose }: StepDialogProps) {
  const load = useLoad(voteResults, { params: { id: vote.id } });
  const [lots, setLots] = useState<Record<string, string[]>>({});
  const form = useForm(checkedBy(schema), { terms: false, from: '', until: '', news: false });
  const { control } = form;
  const tied = load.data?.data.questions.filter(({ outcome }) => outcome === 'tied') ?? [];
  const isDrawn = load.data !== undefined && tied.every(({ id, tied: ids }) => (lots[id] ?? []).length === ids.length);
  return (
    <ShortFormDialog
      title="Declare the result?"
      submitLabel="Propose"
      disabled={!isDrawn}
      form={form}
      send={async ({ terms, from, until, news }) => {
        const bearers = terms ? { bearers: { from, until: until || null } } : {};
        toast.success(await proposeStep(vote, { what: 'declare', lots, ...bearers, news }));
        reload();
        onClose();
      }}
      onClose={onClose}
    >
      <FormStack disabled={form.busy}>
        <p className="m-0">Another administrator has to agree. Then all voters get a mail.</p>
        <Loaded of={load}>
          {() => (
            <>
              {tied.map((question) => (
                <Lots
                  key={question.id}
                  question={question}
                  drawn={lots[question.id] ?? []}
                  onChange={(drawn) => setLots({ ...lots, [question.id]: drawn })}
                />
              ))}
            </>
          )}
        </Loaded>
        <CheckField control={control} name="terms" label="Enter who is elected under Office bearers" />
        {useWatch(form.control, 'terms') && (
          <div className="grid gap-3 grid-cols-2-from-sm">
            <DateField control={control} name="from" label="First day of the term" required />
            <DateField control={control} name="until" label="Last day" />
          </div>
        )}
        <CheckField control={control} name="news" label="Write a draft of news" />
      </FormStack>
    </ShortFormDialog>
  );
}

interface LotsProps {
  question: VoteResult['questions'][number];
  drawn: readonly string[];
  onChange: (drawn: string[]) => void;
}

/** The tied candidates, pressed in the order in which their lots were drawn. */
function Lots({ question, drawn, onChange }: LotsProps) {
  const nameOf = (id: string) => question.options.find((option) => option.id === id)?.name ?? '';
  return (
    <fieldset className="grid gap-1">
      <legend className="label">{question.title}: lots, in the order drawn</legend>
      {drawn.length > 0 && (
        <ol className="list">
          {drawn.map((id) => (
            <li key={id}>{nameOf(id)}</li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-1">
        {question.tied
          .filter((id) => !drawn.includes(id))
          .map((id) => (
            <Button key={id} small look="outlined" onClick={() => onChange([...drawn, id])}>
              {drawn.length === 0 ? 'First drawn' : 'Next'}: {nameOf(id)}
            </Button>
          ))}
        {drawn.length > 0 && (
          <Button small look="text" onClick={() => onChange([])}>
            Begin again
          </Button>
        )}
      </div>
    </fieldset>
  );
}

import { z } from 'zod';
import { type ProposalInput, type ProposalKind, type Vote, voteLimits } from '#shared/contracts/votes.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { DateTimeField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { proposeStep } from './Proposal.tsx';

/** The steps that take two administrators, and the states in which each can be proposed. */
export const steps: Record<Exclude<ProposalKind, 'freeze'>, { label: string; in: readonly Vote['state'][] }> = {
  declare: { label: 'Declare the result', in: ['closed'] },
  roll: { label: 'Change the roll', in: ['roll'] },
  extend: { label: 'Move the times', in: ['roll', 'open'] },
  unfreeze: { label: 'Make it a draft again', in: ['roll'] },
  cancel: { label: 'Cancel the vote', in: ['roll', 'open', 'closed'] },
};
export type StepName = keyof typeof steps;

export interface StepDialogProps {
  vote: Vote;
  reload: () => void;
  onClose: () => void;
}

/** The server checks the values, which differ from step to step. */
const schema = z.object({
  ...{ reason: z.string(), add: z.string(), remove: z.string(), opensAt: z.string(), closesAt: z.string() },
});
type Values = z.output<typeof schema>;

const listed = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '');

type Step = Exclude<StepName, 'declare'>;

function bodyOf(what: Step, { reason, add, remove, opensAt, closesAt }: Values): Omit<ProposalInput, 'version'> {
  if (what === 'extend') return { what, opensAt: opensAt || undefined, closesAt: closesAt || undefined };
  if (what === 'roll') return { what, add: listed(add), remove: listed(remove), reason };
  return { what, reason };
}

/** Proposes a step of which a second person has to be convinced. */
export function StepDialog({ step, vote, reload, onClose }: StepDialogProps & { step: Step }) {
  const form = useForm(checkedBy(schema), { reason: '', add: '', remove: '', opensAt: '', closesAt: '' });
  const { control } = form;
  const numbers = 'Member numbers, with blanks or commas between them';
  return (
    <ShortFormDialog
      title={`${steps[step].label}?`}
      submitLabel="Propose"
      danger={step === 'cancel'}
      form={form}
      send={async (values) => {
        toast.success(await proposeStep(vote, bodyOf(step, values)));
        reload();
        onClose();
      }}
      onClose={onClose}
    >
      <FormStack disabled={form.busy}>
        <p className="m-0">
          {step === 'cancel' && vote.state !== 'roll' && 'All papers and ballots are deleted. '}
          Another administrator has to agree.
        </p>
        {step === 'roll' && (
          <>
            <Field control={control} name="add" label="Add" hint={numbers} />
            <Field control={control} name="remove" label="Remove" hint={numbers} />
          </>
        )}
        {step === 'extend' && vote.state === 'roll' && (
          <DateTimeField
            control={control}
            name="opensAt"
            label="Voting opens"
            hint={`Now: ${formatDate(vote.opensAt)}`}
          />
        )}
        {step === 'extend' && (
          <DateTimeField
            control={control}
            name="closesAt"
            label="Voting closes"
            hint={`Later than now: ${formatDate(vote.closesAt)}`}
          />
        )}
        {step !== 'extend' && (
          <Field
            control={control}
            name="reason"
            label="Reason"
            hint={step === 'cancel' ? 'Voters read it' : 'It stands in the log'}
            rows={3}
            required
            maxLength={voteLimits.reason}
          />
        )}
      </FormStack>
    </ShortFormDialog>
  );
}

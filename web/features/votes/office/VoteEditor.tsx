import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createVote, updateVote, type Vote, voteLimits, voteSchema } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { fieldErrors } from '#web/lib/forms/checked-by.ts';
import { resetForm, useRows, useWatch } from '#web/lib/forms/useField.ts';
import { type FormControl, type Path, useForm } from '#web/lib/forms/useForm.ts';
import { useLeaveQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateTimeField } from '#web/ui/forms/DateField.tsx';
import { ErrorSummary } from '#web/ui/forms/ErrorSummary.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { useConflict } from '#web/ui/forms/useConflict.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PaperForm } from '../PaperForm.tsx';
import { bodyOf, emptyQuestion, previewOf, type Values, valuesOf } from './editor-values.ts';
import { proposeStep, WaitingProposal } from './Proposal.tsx';
import { GroupError, QuestionEditor } from './QuestionEditor.tsx';
import { VotersSection } from './VotersSection.tsx';

interface Props {
  /** null for a new one. */
  vote: Vote | null;
  reload: () => void;
}

const check = (values: Values) => fieldErrors(voteSchema, bodyOf(values));
const isOfQuestions = (name: string) => Number(name.startsWith('questions'));

/** Edits a draft, with a preview of the paper, and proposes to freeze its roll. */
export function VoteEditor({ vote, reload }: Props) {
  const navigate = useNavigate();
  const [saved] = useState(() => valuesOf(vote));
  const form = useForm(check, saved, { summary: true });
  const { control, busy, errors, isDirty } = form;
  const { rows, append, remove } = useRows(control, 'questions');
  const question = useLeaveQuestion(isDirty);
  const { busy: proposing, attempt } = useAttempt();
  const conflict = useConflict(vote?.version, reload, () => resetForm(control, valuesOf(vote)));
  const save = form.send(async (values) => {
    const body = bodyOf(values);
    try {
      const answer = vote
        ? await api(updateVote, { params: { id: vote.id }, body: { ...body, version: vote.version } })
        : await api(createVote, { body });
      toast.success(answer.message);
      conflict.settle();
      // With the server's ids of what is new.
      resetForm(control, valuesOf(answer.vote));
      if (vote) reload();
      else setTimeout(() => void navigate(paths.admin.vote(answer.vote.id), { replace: true }));
    } catch (error) {
      if (!conflict.check(error)) throw error;
    }
  });
  /** In the order of the page. */
  const wrong = Object.keys(errors).sort((a, b) => isOfQuestions(a) - isOfQuestions(b)) as Path<Values>[];

  return (
    <>
      <PageHeader title={vote ? 'Edit vote' : 'Prepare a vote'}>
        {vote && (
          <Button
            disabled={isDirty || vote.proposal !== null}
            busy={proposing}
            onClick={async () => {
              const freeze = async () => ({ message: await proposeStep(vote, { what: 'freeze' }) });
              if (await attempt(freeze)) reload();
            }}
          >
            Propose to freeze the roll
          </Button>
        )}
      </PageHeader>
      {vote && <WaitingProposal vote={vote} reload={reload} />}
      <form noValidate aria-label="Vote" className="grid gap-4" onSubmit={save}>
        {conflict.notice}
        <ErrorSummary control={control} fields={wrong.map((name) => ({ name, label: '' }))} />
        <FormStack disabled={busy}>
          <section className="card p-3 grid gap-3">
            <Field control={control} name="title" label="Title" required maxLength={voteLimits.title} />
            <Field control={control} name="text" label="Text" rows={4} maxLength={voteLimits.text} />
            <div className="grid gap-3 grid-cols-2-from-sm">
              <DateTimeField control={control} name="opensAt" label="Voting opens" required hint="India time" />
              <DateTimeField
                control={control}
                name="closesAt"
                label="Voting closes"
                required
                hint="An hour to 60 days later"
              />
              <Field
                control={control}
                name="quorumPercent"
                label="Quorum, in per cent of the roll"
                inputMode="numeric"
                hint="0: none"
              />
            </div>
            <CheckField
              control={control}
              name="publicResult"
              label="Once declared, everybody may read the result and the box"
            />
            <CheckField control={control} name="withoutNotice" label="Without a notice (voters are told so)" />
          </section>
          <VotersSection control={control} />
          <GroupError control={control} name="questions" />
          {rows.map(({ key }, index) => (
            <QuestionEditor
              key={key}
              control={control}
              index={index}
              onRemove={rows.length > 1 ? () => remove(index) : undefined}
            />
          ))}
          {rows.length < voteLimits.questions && (
            <div>
              <Button look="outlined" onClick={() => append(emptyQuestion())}>
                Add a question
              </Button>
            </div>
          )}
        </FormStack>
        <div className="sticky-bottom border-t py-2 bg-surface">
          <Button type="submit" busy={busy}>
            Save draft
          </Button>
        </div>
      </form>
      <Preview control={control} />
      {question}
    </>
  );
}

function Preview({ control }: { control: FormControl<Values> }) {
  const questions = useWatch(control, 'questions');
  const [trial, setTrial] = useState<Record<string, string[]>>({});
  return (
    <section aria-labelledby="preview" className="card p-3 mt-4">
      <h2 id="preview" className="text-22 m-0 mb-2">
        The paper
      </h2>
      <PaperForm questions={previewOf(questions)} seed={1} ballot={trial} onChange={setTrial} />
    </section>
  );
}

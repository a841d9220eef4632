import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { createVote, updateVote, type Vote, voteLimits } from '#shared/contracts/votes.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { useLeaveQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { DateInput } from '#web/ui/forms/DateInput.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import { MistakeList } from '#web/ui/MistakeList.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PaperForm } from '../PaperForm.tsx';
import { bodyOf, emptyQuestion, previewOf, type QuestionValues, type Values, valuesOf } from './editor-values.ts';
import { proposeStep, WaitingProposal } from './Proposal.tsx';
import { QuestionEditor } from './QuestionEditor.tsx';
import { VotersSection } from './VotersSection.tsx';

interface Props {
  /** null for a new one. */
  vote: Vote | null;
  reload: () => void;
}

/** Edits a draft, with a preview of the paper, and proposes to freeze its roll. */
export function VoteEditor({ vote, reload }: Props) {
  const navigate = useNavigate();
  const [saved] = useState(() => valuesOf(vote));
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [trial, setTrial] = useState<Record<string, string[]>>({});
  const { busy, run } = useSingleRun();
  const [leaving, setLeaving] = useState(false);
  const dirty = JSON.stringify(values) !== JSON.stringify(saved) && !leaving;
  const question = useLeaveQuestion(dirty);
  /** What is being mended is not marked any more. */
  const forget = (paths: readonly string[]) =>
    setErrors((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !paths.some((path) => `${name}.`.startsWith(`${path}.`))),
      ),
    );
  const set = (change: Partial<Values>) => {
    forget(Object.keys(change));
    setValues((before) => ({ ...before, ...change }));
  };
  const setQuestion = (key: string, change: Partial<QuestionValues>) => {
    const index = values.questions.findIndex((each) => each.key === key);
    forget(Object.keys(change).map((name) => `questions.${index}.${name}`));
    setValues((before) => ({
      ...before,
      questions: before.questions.map((each) => (each.key === key ? { ...each, ...change } : each)),
    }));
  };
  const { busy: proposing, attempt } = useAttempt();
  const [tries, setTries] = useState(0);

  const save = () =>
    run(async () => {
      setErrors({});
      setTries((count) => count + 1);
      try {
        const body = bodyOf(values);
        const answer = vote
          ? await api(updateVote, { params: { id: vote.id }, body: { ...body, version: vote.version } })
          : await api(createVote, { body });
        toast.success(answer.message);
        setLeaving(true);
        if (vote) reload();
        else setTimeout(() => void navigate(paths.admin.vote(answer.vote.id), { replace: true }));
      } catch (error) {
        if (error instanceof AppError && error.fields) setErrors(error.fields);
        else showFailure(error);
      }
    });
  const errorOf = (name: string) => errors[name];
  const listErrors = errorOf('questions');

  return (
    <>
      <PageHeader title={vote ? 'Edit vote' : 'Prepare a vote'}>
        {vote && (
          <Button
            disabled={dirty || vote.proposal !== null}
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
      <form
        noValidate
        aria-label="Vote"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <MistakeList errors={errors} tries={tries} busy={busy} />
        <section className="card p-3 grid gap-3">
          <TextField
            label="Title"
            required
            star
            maxLength={voteLimits.title}
            value={values.title}
            error={errorOf('title')}
            onChange={(event: ChangeEvent<HTMLInputElement>) => set({ title: event.target.value })}
          />
          <TextArea
            label="Text"
            rows={4}
            maxLength={voteLimits.text}
            value={values.text}
            error={errorOf('text')}
            onChange={(event) => set({ text: event.target.value })}
          />
          <div className="grid gap-3 grid-cols-2-from-sm">
            <DateInput
              label="Voting opens"
              time
              required
              hint="India time"
              value={values.opensAt}
              error={errorOf('opensAt')}
              onChange={(opensAt) => set({ opensAt })}
            />
            <DateInput
              label="Voting closes"
              time
              required
              hint="An hour to 60 days later"
              value={values.closesAt}
              error={errorOf('closesAt')}
              onChange={(closesAt) => set({ closesAt })}
            />
            <TextField
              label="Quorum, in per cent of the roll"
              inputMode="numeric"
              value={values.quorumPercent}
              error={errorOf('quorumPercent')}
              hint="0: none"
              onChange={(event: ChangeEvent<HTMLInputElement>) => set({ quorumPercent: event.target.value })}
            />
          </div>
          <TickBox checked={values.publicResult} onChange={(event) => set({ publicResult: event.target.checked })}>
            Once declared, everybody may read the result and the box
          </TickBox>
          <TickBox checked={values.withoutNotice} onChange={(event) => set({ withoutNotice: event.target.checked })}>
            Without a notice (voters are told so)
          </TickBox>
        </section>
        <VotersSection values={values} set={set} error={errorOf('filter')} />
        {listErrors && <Note tone="error">{listErrors}</Note>}
        {values.questions.map((each, index) => (
          <QuestionEditor
            key={each.key}
            question={each}
            number={index + 1}
            errorOf={(name) => errorOf(`questions.${index}.${name}`)}
            onChange={(change) => setQuestion(each.key, change)}
            onRemove={
              values.questions.length > 1
                ? () => set({ questions: values.questions.filter(({ key }) => key !== each.key) })
                : undefined
            }
          />
        ))}
        {values.questions.length < voteLimits.questions && (
          <div>
            <Button look="outlined" onClick={() => set({ questions: [...values.questions, emptyQuestion()] })}>
              Add a question
            </Button>
          </div>
        )}
        <div className="sticky-bottom border-t py-2 bg-surface">
          <Button type="submit" busy={busy}>
            Save draft
          </Button>
        </div>
      </form>
      <section aria-labelledby="preview" className="card p-3 mt-4">
        <h2 id="preview" className="text-22 m-0 mb-2">
          The paper
        </h2>
        <PaperForm questions={previewOf(values)} seed={1} ballot={trial} onChange={setTrial} />
      </section>
      {question}
    </>
  );
}

import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { indianOffset, indianWallClock } from '#shared/clock.ts';
import type { LetterFilter } from '#shared/contracts/letters.ts';
import { listStates } from '#shared/contracts/locations.ts';
import {
  countVoters,
  createVote,
  findCandidates,
  type Majority,
  majorities,
  updateVote,
  type Vote,
  voteLimits,
} from '#shared/contracts/votes.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { membershipLabels, membershipValues } from '#shared/memberships.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/counted.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { Button } from '#web/ui/Button.tsx';
import { DateInput } from '#web/ui/DateInput.tsx';
import { FilterCombo } from '#web/ui/FilterCombo.tsx';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { Note } from '#web/ui/Note.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { TickBox } from '#web/ui/TickBox.tsx';
import { useLeaveQuestion } from '#web/ui/useLeaveQuestion.tsx';
import { PaperForm } from '../PaperForm.tsx';
import styles from '../Votes.module.css';
import { majorityLabels } from '../wording.ts';
import { usePropose, WaitingProposal } from './Proposal.tsx';

type Kind = 'office' | 'resolution';
interface OptionValues {
  id?: string | undefined;
  name: string;
  memberNumber: string;
  statement: string;
}
interface QuestionValues {
  /** Of the form alone. */
  key: string;
  id?: string | undefined;
  kind: Kind;
  title: string;
  text: string;
  seats: string;
  none: boolean;
  majority: Majority;
  options: OptionValues[];
}
interface Values {
  title: string;
  text: string;
  questions: QuestionValues[];
  filter: LetterFilter;
  goodStanding: boolean;
  /** In India, `YYYY-MM-DDTHH:MM`. */
  opensAt: string;
  closesAt: string;
  quorumPercent: string;
  publicResult: boolean;
  withoutNotice: boolean;
}

const wall = (iso: string) => indianWallClock(new Date(iso)).toISOString().slice(0, 16);
const moment = (text: string) => (text === '' ? '' : `${text}:00${indianOffset}`);
const emptyOption = (): OptionValues => ({ name: '', memberNumber: '', statement: '' });
const emptyQuestion = (): QuestionValues => ({
  key: crypto.randomUUID(),
  kind: 'office',
  title: '',
  text: '',
  seats: '1',
  none: false,
  majority: 'simple',
  options: [emptyOption(), emptyOption()],
});

function valuesOf(vote: Vote | null): Values {
  if (!vote) {
    return {
      title: '',
      text: '',
      questions: [emptyQuestion()],
      filter: {},
      goodStanding: false,
      opensAt: '',
      closesAt: '',
      quorumPercent: '0',
      publicResult: false,
      withoutNotice: false,
    };
  }
  return {
    ...vote,
    opensAt: wall(vote.opensAt),
    closesAt: wall(vote.closesAt),
    quorumPercent: String(vote.quorumPercent),
    questions: vote.questions.map((question) => ({
      ...question,
      key: question.id,
      seats: String(question.seats ?? 1),
      majority: question.majority ?? 'simple',
      options:
        question.kind === 'office'
          ? question.options.map((option) => ({ ...option, memberNumber: option.memberNumber ?? '' }))
          : [],
    })),
  };
}

const bodyOf = (values: Values) => ({
  title: values.title,
  text: values.text,
  filter: values.filter,
  goodStanding: values.goodStanding,
  opensAt: moment(values.opensAt),
  closesAt: moment(values.closesAt),
  quorumPercent: Number(values.quorumPercent),
  publicResult: values.publicResult,
  withoutNotice: values.withoutNotice,
  questions: values.questions.map(({ id, kind, title, text, seats, none, majority, options }) => ({
    ...(id ? { id } : {}),
    kind,
    title,
    text,
    ...(kind === 'office'
      ? {
          seats: Number(seats),
          none,
          options: options.map(({ id: optionId, name, memberNumber, statement }) => ({
            ...(optionId ? { id: optionId } : {}),
            name,
            ...(memberNumber ? { memberNumber } : {}),
            statement,
          })),
        }
      : { majority }),
  })),
});

/** The values as the paper shows them. */
const previewOf = ({ questions }: Values): Vote['questions'] =>
  questions.map((question) => ({
    ...question,
    id: question.key,
    seats: question.kind === 'office' ? Number(question.seats) || 1 : null,
    options:
      question.kind === 'office'
        ? question.options.map((option, index) => ({
            ...option,
            id: String(index),
            name: option.name || option.memberNumber || `Candidate ${index + 1}`,
            photo: null,
          }))
        : (['For', 'Against', 'Abstain'] as const).map((name) => ({
            id: name.toLowerCase(),
            name,
            memberNumber: null,
            statement: '',
            photo: null,
          })),
  }));

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
  const { busy: proposing, propose } = usePropose({ vote: vote ?? ({} as Vote), reload });

  const save = () =>
    run(async () => {
      setErrors({});
      try {
        const body = bodyOf(values);
        const answer = vote
          ? await api(updateVote, { params: { id: vote._id }, body: { ...body, version: vote.version } })
          : await api(createVote, { body });
        toast.success(answer.message);
        setLeaving(true);
        if (vote) reload();
        else setTimeout(() => void navigate(paths.admin.vote(answer.vote._id), { replace: true }));
      } catch (error) {
        if (error instanceof AppError && error.fields) setErrors(error.fields);
        showFailure(error);
      }
    });
  const errorOf = (name: string) => errors[name];
  const listErrors = errorOf('questions');

  return (
    <>
      <PageHeader title={vote ? 'Edit vote' : 'Prepare a vote'}>
        <Button look="outlined" busy={busy} onClick={() => void save()}>
          Save draft
        </Button>
        {vote && (
          <Button
            disabled={dirty || vote.proposal !== null}
            busy={proposing}
            onClick={() => void propose({ what: 'freeze' })}
          >
            Propose to freeze the roll
          </Button>
        )}
      </PageHeader>
      {vote && <WaitingProposal vote={vote} reload={reload} />}
      <form
        noValidate
        aria-label="Vote"
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <section className="card pad-3 stack gap-3">
          <TextField
            label="Title"
            required
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
          <div className={styles.grid}>
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
        <Voters values={values} set={set} />
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
      </form>
      <section aria-labelledby="preview" className="card pad-3 above-4">
        <h2 id="preview" className="text-22 flush below-2">
          The paper
        </h2>
        <PaperForm questions={previewOf(values)} seed={1} ballot={trial} onChange={setTrial} />
      </section>
      {question}
    </>
  );
}

function Voters({ values, set }: { values: Values; set: (change: Partial<Values>) => void }) {
  const states = useLoad(listStates, {});
  const { filter, goodStanding } = values;
  const count = useLoad(countVoters, { body: { filter, goodStanding } });
  const change = (part: LetterFilter) => {
    const next = { ...filter, ...part };
    set({ filter: Object.fromEntries(Object.entries(next).filter(([, value]) => value)) });
  };
  const people = count.loading ? undefined : count.data?.data.people;
  return (
    <section aria-labelledby="voters" className="card pad-3 stack gap-3">
      <h2 id="voters" className="text-22 flush">
        Who votes
      </h2>
      <div className={styles.grid}>
        <FilterCombo
          label="State"
          allText="All India"
          value={filter.State ?? ''}
          options={states.data?.data.map((each) => each.state_name_english)}
          onChange={(State) => change({ State })}
        />
        <FilterSelect
          label="Membership"
          value={filter.membership ?? ''}
          options={membershipValues.map((value) => ({ value, label: membershipLabels[value] }))}
          onChange={(membership) => change({ membership: membership as LetterFilter['membership'] })}
        />
      </div>
      <TickBox checked={goodStanding} onChange={(event) => set({ goodStanding: event.target.checked })}>
        Only those who owe no payment of an earlier year
      </TickBox>
      <p className="flush" aria-live="polite">
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

interface QuestionProps {
  question: QuestionValues;
  number: number;
  errorOf: (name: string) => string | undefined;
  onChange: (change: Partial<QuestionValues>) => void;
  onRemove: (() => void) | undefined;
}

function QuestionEditor({ question, number, errorOf, onChange, onRemove }: QuestionProps) {
  const { kind, title, text, seats, none, majority, options } = question;
  const setOption = (index: number, change: Partial<OptionValues>) =>
    onChange({ options: options.map((each, at) => (at === index ? { ...each, ...change } : each)) });
  return (
    <section aria-label={`Question ${number}`} className="card pad-3 stack gap-3">
      <div className="row gap-2">
        <h2 className="text-22 flush">Question {number}</h2>
        {onRemove && (
          <Button small look="text" danger onClick={onRemove}>
            Remove question {number}
          </Button>
        )}
      </div>
      <RadioGroup<Kind>
        label="Kind"
        options={[
          { value: 'office', label: 'An office: candidates' },
          { value: 'resolution', label: 'A resolution: for, against, abstain' },
        ]}
        value={kind}
        onChange={(next) =>
          onChange({ kind: next, ...(options.length === 0 ? { options: [emptyOption(), emptyOption()] } : {}) })
        }
      />
      <TextField
        label={kind === 'office' ? 'Office' : 'What is to be decided'}
        required
        maxLength={voteLimits.title}
        value={title}
        error={errorOf('title')}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange({ title: event.target.value })}
      />
      <TextArea
        label="Explanation"
        rows={3}
        maxLength={voteLimits.text}
        value={text}
        error={errorOf('text')}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {kind === 'resolution' ? (
        <Select
          label="Carried by"
          value={majority}
          entries={majorities.map((value) => ({ value, label: majorityLabels[value] }))}
          onChange={(value) => onChange({ majority: value as Majority })}
        />
      ) : (
        <>
          <TextField
            label="Seats"
            inputMode="numeric"
            value={seats}
            error={errorOf('seats')}
            onChange={(event: ChangeEvent<HTMLInputElement>) => onChange({ seats: event.target.value })}
          />
          <TickBox checked={none} onChange={(event) => onChange({ none: event.target.checked })}>
            Offer ‘None of these’
          </TickBox>
          {errorOf('options') && <Note tone="error">{errorOf('options')}</Note>}
          {options.map((option, index) => (
            <CandidateEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: candidates are known by their position while they are typed
              key={index}
              number={index + 1}
              option={option}
              error={errorOf(`options.${index}.name`) ?? errorOf(`options.${index}.memberNumber`)}
              onChange={(change) => setOption(index, change)}
              onRemove={() => onChange({ options: options.filter((_, at) => at !== index) })}
            />
          ))}
          {options.length < voteLimits.candidates && (
            <div>
              <Button small look="outlined" onClick={() => onChange({ options: [...options, emptyOption()] })}>
                Add a candidate
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface CandidateProps {
  number: number;
  option: OptionValues;
  error: string | undefined;
  onChange: (change: Partial<OptionValues>) => void;
  onRemove: () => void;
}

function CandidateEditor({ number, option, error, onChange, onRemove }: CandidateProps) {
  const { name, memberNumber, statement } = option;
  const search = memberNumber === '' && name.trim().length >= 3 ? name.trim() : '';
  const found = useLoad(findCandidates, search ? { query: { search } } : null);
  const matches = search && !found.loading ? (found.data?.data ?? []) : [];
  return (
    <fieldset className={`stack gap-2 ${styles.candidate}`}>
      <legend className="label">Candidate {number}</legend>
      <TextField
        label="Name"
        hint={memberNumber ? `Member ${memberNumber}` : 'Type a name, or choose a member below'}
        maxLength={limits.nameLength}
        value={name}
        error={error}
        readOnly={memberNumber !== ''}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange({ name: event.target.value })}
      />
      {matches.length > 0 && (
        <ul className={`stack gap-half ${styles.candidates}`} aria-label="Members of this name">
          {matches.map((each) => (
            <li key={each.memberNumber}>
              <Button small look="text" onClick={() => onChange({ name: each.name, memberNumber: each.memberNumber })}>
                {each.name}, {each.State}, {each.memberNumber}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label="Statement"
        rows={2}
        maxLength={voteLimits.statement}
        value={statement}
        onChange={(event) => onChange({ statement: event.target.value })}
      />
      <div className="wraps gap-1">
        {memberNumber !== '' && (
          <Button small look="text" onClick={() => onChange({ memberNumber: '', name: '' })}>
            Choose somebody else
          </Button>
        )}
        <Button small look="text" danger onClick={onRemove}>
          Remove candidate {number}
        </Button>
      </div>
    </fieldset>
  );
}

import type { ChangeEvent } from 'react';
import { findCandidates, type Majority, majorities, voteLimits } from '#shared/contracts/votes.ts';
import { limits } from '#shared/limits.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { majorityLabels } from '../wording.ts';
import { emptyOption, type Kind, type OptionValues, type QuestionValues } from './editor-values.ts';

interface QuestionProps {
  question: QuestionValues;
  number: number;
  errorOf: (name: string) => string | undefined;
  onChange: (change: Partial<QuestionValues>) => void;
  onRemove: (() => void) | undefined;
}

/** One question of a draft, with its candidates. */
export function QuestionEditor({ question, number, errorOf, onChange, onRemove }: QuestionProps) {
  const { kind, title, text, seats, none, majority, options } = question;
  const setOption = (index: number, change: Partial<OptionValues>) =>
    onChange({ options: options.map((each, at) => (at === index ? { ...each, ...change } : each)) });
  return (
    <section aria-label={`Question ${number}`} className="card p-3 grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-22 m-0">Question {number}</h2>
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
  const candidates = useLoad(findCandidates, search ? { query: { search } } : null);
  const matches = search && !candidates.loading ? (candidates.data?.data ?? []) : [];
  return (
    <fieldset className="grid gap-2 border rounded p-2">
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
        <ul className="grid gap-4px m-0" aria-label="Members of this name">
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
      <div className="flex flex-wrap gap-1">
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

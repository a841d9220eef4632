import { useState } from 'react';
import { findCandidates, majorities, voteLimits } from '#shared/contracts/votes.ts';
import { limits } from '#shared/limits.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { setValue, useField, useFormState, useRows, useWatch } from '#web/lib/forms/useField.ts';
import type { FormControl, Path } from '#web/lib/forms/useForm.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { usePausedText } from '#web/ui/forms/usePausedText.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { majorityLabels } from '../wording.ts';
import { emptyOption, type Kind, type Values } from './editor-values.ts';

/** The error of a part of the form as a whole. */
export function GroupError({ control, name }: { control: FormControl<Values>; name: Path<Values> }) {
  const { ref } = useField(control, name);
  const error = useFormState(control).errors[name];
  return (
    <div ref={ref} tabIndex={-1} className="hidden-if-empty">
      {error && <Note tone="error">{error}</Note>}
    </div>
  );
}

interface QuestionProps {
  control: FormControl<Values>;
  index: number;
  onRemove: (() => void) | undefined;
}

/** One question of a draft, with its candidates. */
export function QuestionEditor({ control, index, onRemove }: QuestionProps) {
  const name = `questions.${index}` as const;
  const number = index + 1;
  const kind = useWatch(control, `${name}.kind`);
  const { rows, append, remove } = useRows(control, `${name}.options`);
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
        onChange={(next) => {
          setValue(control, `${name}.kind`, next);
          if (rows.length === 0) setValue(control, `${name}.options`, [emptyOption(), emptyOption()]);
        }}
      />
      <Field
        control={control}
        name={`${name}.title`}
        label={kind === 'office' ? 'Office' : 'What is to be decided'}
        required
        maxLength={voteLimits.title}
      />
      <Field control={control} name={`${name}.text`} label="Explanation" rows={3} maxLength={voteLimits.text} />
      {kind === 'resolution' ? (
        <SelectField
          control={control}
          name={`${name}.majority`}
          label="Carried by"
          chosenOnly
          options={majorities.map((value) => ({ value, label: majorityLabels[value] }))}
        />
      ) : (
        <>
          <Field control={control} name={`${name}.seats`} label="Seats" inputMode="numeric" />
          <CheckField control={control} name={`${name}.none`} label="Offer ‘None of these’" />
          <GroupError control={control} name={`${name}.options`} />
          {rows.map(({ key }, at) => (
            <CandidateEditor key={key} control={control} index={index} at={at} onRemove={() => remove(at)} />
          ))}
          {rows.length < voteLimits.candidates && (
            <div>
              <Button small look="outlined" onClick={() => append(emptyOption())}>
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
  control: FormControl<Values>;
  /** The question's place. */
  index: number;
  /** The candidate's place among those of the question. */
  at: number;
  onRemove: () => void;
}

function CandidateEditor({ control, index, at, onRemove }: CandidateProps) {
  const path = `questions.${index}.options.${at}` as const;
  const name = useField(control, `${path}.name`);
  const member = useField(control, `${path}.memberNumber`);
  // Only a name that is typed is searched for, not those that the draft had.
  const [typed, setTyped] = useState('');
  const { type, clear } = usePausedText(typed, setTyped);
  const search = member.value === '' && typed.length >= 3 ? typed : '';
  const candidates = useLoad(findCandidates, search ? { query: { search } } : null);
  const matches = search && !candidates.loading ? (candidates.data?.data ?? []) : [];
  const choose = (person: { name: string; memberNumber: string }) => {
    name.onChange(person.name);
    member.onChange(person.memberNumber);
    clear();
  };
  return (
    <fieldset className="grid gap-2 border rounded p-2">
      <legend className="label">Candidate {at + 1}</legend>
      <TextField
        {...name}
        ref={(input) => {
          name.ref(input);
          member.ref(input);
        }}
        label="Name"
        hint={member.value ? `Member ${member.value}` : 'Type a name, or choose a member below'}
        maxLength={limits.nameLength}
        error={name.error ?? member.error}
        readOnly={member.value !== ''}
        onChange={({ target }) => {
          name.onChange(target.value);
          type(target.value.trim());
        }}
      />
      {matches.length > 0 && (
        <ul className="grid gap-4px m-0" aria-label="Members of this name">
          {matches.map((each) => (
            <li key={each.memberNumber}>
              <Button small look="text" onClick={() => choose(each)}>
                {each.name}, {each.state}, {each.memberNumber}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Field control={control} name={`${path}.statement`} label="Statement" rows={2} maxLength={voteLimits.statement} />
      <div className="flex flex-wrap gap-1">
        {member.value !== '' && (
          <Button small look="text" onClick={() => choose({ name: '', memberNumber: '' })}>
            Choose somebody else
          </Button>
        )}
        <Button small look="text" danger onClick={onRemove}>
          Remove candidate {at + 1}
        </Button>
      </div>
    </fieldset>
  );
}

import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { show } from '#web/testing/show.tsx';
import { checkedBy } from './checked-by.ts';
import { checkFields, resetForm, setValue, useField, useLeft, useRows } from './useField.ts';
import { type Form, type FormControl, type Path, useForm } from './useForm.ts';

interface Values {
  title: string;
  mail: string;
  hi: { title: string };
  questions: { text: string }[];
}
type Check = (values: Values) => FieldErrors | Promise<FieldErrors>;

const empty: Values = { title: '', mail: '', hi: { title: '' }, questions: [] };
const filled: Values = { ...empty, title: 'News', mail: 'a@example.org', hi: { title: 'Samachar' } };
const required = (message: string) => z.string().trim().min(1, { error: message });
const schema = z.object({
  title: required('Please enter a title'),
  mail: required('Please enter an address'),
  hi: z.object({ title: required('Please enter it in Hindi') }),
  questions: z.array(z.object({ text: required('Please enter the question') })),
});

function Input({ control, name, label }: { control: FormControl<Values>; name: Path<Values>; label: string }) {
  const field = useField(control, name);
  const left = useLeft(control, name);
  return (
    <p>
      <input
        aria-label={label}
        aria-invalid={field.error !== undefined || undefined}
        name={name}
        ref={field.ref}
        value={field.value as string}
        disabled={control.state.busy}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.target.value)}
      />
      <output>{field.error}</output>
      {left && <small>{label} was left</small>}
    </p>
  );
}

function Questions({ control }: { control: FormControl<Values> }) {
  const { rows, append, remove, move } = useRows(control, 'questions');
  return (
    <>
      {rows.map(({ key }, index) => (
        <fieldset key={key} data-key={key}>
          <Input control={control} name={`questions.${index}.text`} label={`Question ${index + 1}`} />
          <button type="button" onClick={() => remove(index)}>{`Remove ${index + 1}`}</button>
          <button type="button" onClick={() => move(index, 0)}>{`First ${index + 1}`}</button>
        </fieldset>
      ))}
      <button type="button" onClick={() => append({ text: '' })}>
        Add
      </button>
    </>
  );
}

interface Around {
  check?: Check | typeof checked | undefined;
  values?: Values;
  send?: (values: Values) => Promise<void>;
  /** Sent by the press itself, without `<form>`. */
  loose?: boolean;
}
const checked = checkedBy(schema);

/** Shows a form and gives its control. */
async function open({ check = checked, values = empty, send = async () => {}, loose = false }: Around = {}) {
  let form: Form<Values> | undefined;
  function Shown() {
    const shown = useForm(check as Check, values);
    form = shown;
    const fields = (
      <>
        <Input control={shown.control} name="title" label="Title" />
        <Input control={shown.control} name="mail" label="Mail" />
        <Input control={shown.control} name="hi.title" label="Hindi" />
        <Questions control={shown.control} />
        <p>{shown.isDirty ? 'Changed' : 'As stored'}</p>
      </>
    );
    return loose ? (
      <>
        {fields}
        <button type="button" onClick={() => void shown.send(send)()}>
          Send
        </button>
      </>
    ) : (
      <form noValidate onSubmit={shown.send(send)}>
        {fields}
        <button type="submit">Send</button>
      </form>
    );
  }
  await show(
    <StrictMode>
      <Shown />
    </StrictMode>,
  );
  await expect.element(input('Title')).toBeVisible();
  return form!.control;
}

const input = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const text = (sentence: string) => page.getByText(sentence, { exact: true });

/** A promise that the test settles. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((onSuccess, onFailure) => {
    resolve = onSuccess;
    reject = onFailure;
  });
  return { promise, resolve, reject };
}

/** Lets what was begun by a settled promise end. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a field is checked when it is left after an edit, alone, and its error goes with the next edit', async () => {
  await open();
  await input('Mail').click();
  await userEvent.tab();
  await expect.element(text('Mail was left')).toBeVisible();
  await expect.element(text('Please enter an address')).not.toBeInTheDocument();
  await input('Title').fill('N');
  await input('Title').fill('');
  await expect.element(text('Please enter a title')).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(text('Please enter a title')).toBeVisible();
  await expect.element(text('Please enter an address')).not.toBeInTheDocument();
  await input('Title').fill('News');
  await expect.element(text('Please enter a title')).not.toBeInTheDocument();
});

test('sending checks every field, also nested ones and rows, and goes to the first wrong one', async () => {
  const send = vi.fn(async () => {});
  await open({ values: { ...empty, title: 'News', questions: [{ text: '' }] }, send });
  await press('Send');
  for (const sentence of ['Please enter an address', 'Please enter it in Hindi', 'Please enter the question']) {
    await expect.element(text(sentence)).toBeVisible();
  }
  await expect.element(input('Mail')).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
});

test('a form without its element goes to the first wrong field, too', async () => {
  await open({ values: { ...filled, hi: { title: '' } }, loose: true });
  await press('Send');
  await expect.element(text('Please enter it in Hindi')).toBeVisible();
  await expect.element(input('Hindi')).toHaveFocus();
});

test("the server's errors stand at their fields, nested ones included, and each refusal is a notice", async () => {
  let refusal = new AppError('VALIDATION', 'This title is in use', {
    fields: { 'hi.title': 'This title is in use', 'questions.1.text': 'Somebody asks this already' },
  });
  await open({
    values: { ...filled, questions: [{ text: 'Meals?' }, { text: 'Rooms?' }] },
    send: () => Promise.reject(refusal),
  });
  await press('Send');
  await expect.element(page.getByRole('alert').getByText('This title is in use')).toBeVisible();
  await expect.element(page.getByRole('status').getByText('This title is in use')).toBeVisible();
  await expect.element(text('Somebody asks this already')).toBeVisible();
  await expect.element(input('Hindi')).toHaveFocus();
  await expect.element(input('Question 1')).not.toHaveAttribute('aria-invalid');
  await expect.element(input('Question 2')).toHaveAttribute('aria-invalid');

  refusal = new AppError('WRONG_STATE', 'The office is closed.', { fields: { office: 'It is closed' } });
  await press('Send');
  await expect.element(page.getByRole('alert').getByText('The office is closed.')).toBeVisible();
});

test('a failed call keeps what was typed, and gives the focus back', async () => {
  const answer = deferred<void>();
  const send = vi.fn(() => answer.promise);
  await open({ send, values: filled });
  await input('Title').fill('Typed');
  await userEvent.keyboard('{Enter}');
  // The browser takes the focus from what is disabled.
  await expect.element(input('Title')).not.toHaveFocus();
  answer.reject(new AppError('UNAVAILABLE', 'The server could not be reached.'));
  await expect.element(page.getByRole('alert').getByText('The server could not be reached.')).toBeVisible();
  await expect.element(input('Title')).toHaveValue('Typed');
  await expect.element(input('Title')).toHaveFocus();
  await expect.element(text('Changed')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => send.mock.calls.length).toBe(2);
  expect(send).toHaveBeenLastCalledWith({ ...filled, title: 'Typed' });
});

test('pressing twice sends once, also while the rules are still checked', async () => {
  const rules = deferred<FieldErrors>();
  const answer = deferred<void>();
  const send = vi.fn(() => answer.promise);
  const control = await open({ check: () => rules.promise, send, values: filled });
  await press('Send');
  await press('Send');
  rules.resolve({});
  await expect.poll(() => send.mock.calls.length).toBe(1);
  await press('Send');
  await settled();
  expect(control.state.busy).toBe(true);
  answer.resolve();
  await expect.poll(() => control.state.busy).toBe(false);
  expect(send).toHaveBeenCalledTimes(1);
});

test('the rules may be out of reach: leaving a field says nothing, sending says so', async () => {
  await open({ check: () => Promise.reject(new AppError('UNAVAILABLE', 'No connection')), values: filled });
  await input('Title').fill('Other');
  await userEvent.tab();
  await settled();
  await expect.element(text('No connection')).not.toBeInTheDocument();
  await press('Send');
  await expect.element(page.getByRole('alert').getByText('No connection')).toBeVisible();
});

/** A form whose checks the test answers, after its title was edited and left. */
async function withOpenCheck(around: Omit<Around, 'check'> = {}) {
  const checks: { values: Values; answer: (errors: FieldErrors) => void }[] = [];
  const check = (values: Values) => {
    const { promise, resolve } = deferred<FieldErrors>();
    checks.push({ values, answer: resolve });
    return promise;
  };
  const control = await open({ ...around, check, values: filled });
  await input('Title').fill('First');
  await userEvent.tab();
  await expect.poll(() => checks.length).toBe(1);
  return { control, checks };
}

test('a late answer puts no error at a field that is being mended', async () => {
  const { control, checks } = await withOpenCheck();
  await input('Title').fill('Second');
  checks[0]!.answer({ title: 'Not so' });
  // What another field says may depend on the edit, so the rules are asked once more.
  await expect.poll(() => checks.length).toBe(2);
  expect(checks[1]!.values.title).toBe('Second');
  checks[1]!.answer({ title: 'Nor so', mail: 'Not this one' });
  await settled();
  expect(control.state.errors).toEqual({});
});

test('an answer to older values is asked for again, with what was mended at another field', async () => {
  const { control, checks } = await withOpenCheck();
  await input('Mail').fill('b@example.org');
  checks[0]!.answer({ title: 'Does not fit the address' });
  await expect.poll(() => checks.length).toBe(2);
  expect(checks[1]!.values).toMatchObject({ title: 'First', mail: 'b@example.org' });
  checks[1]!.answer({});
  await settled();
  expect(control.state.errors).toEqual({});
});

test("a late answer neither hides the server's error nor puts back what was sent", async () => {
  const refusal = new AppError('VALIDATION', 'In use', { fields: { title: 'In use' } });
  const send = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue(undefined);
  const { control, checks } = await withOpenCheck({ send });
  await press('Send');
  await expect.poll(() => checks.length).toBe(2);
  checks[1]!.answer({});
  await expect.element(text('In use')).toBeVisible();
  checks[0]!.answer({});
  await settled();
  expect(control.state.errors).toEqual({ title: 'In use' });
});

test('a late answer says nothing of a form that was reset', async () => {
  const { control, checks } = await withOpenCheck();
  resetForm(control, { ...filled, title: 'First' });
  checks[0]!.answer({ title: 'Not so' });
  await settled();
  for (const { answer } of checks.slice(1)) answer({ title: 'Not so' });
  await settled();
  expect(control.state.errors).toEqual({});
  await expect.element(text('As stored')).toBeVisible();
});

test('rows keep their inputs and values when others are added, moved and removed', async () => {
  const send = vi.fn(async () => {});
  await open({ values: { ...filled, questions: [{ text: 'Meals?' }, { text: 'Rooms?' }] }, send });
  const keyOf = (name: string) => input(name).element().closest('fieldset')?.dataset.key;
  const second = keyOf('Question 2');
  await press('Add');
  await input('Question 3').fill('Travel?');
  await press('First 3');
  await expect.element(input('Question 1')).toHaveValue('Travel?');
  expect(keyOf('Question 3')).toBe(second);
  await press('Remove 2');
  await expect.element(input('Question 2')).toHaveValue('Rooms?');
  expect(keyOf('Question 2')).toBe(second);
  await expect.element(input('Question 3')).not.toBeInTheDocument();
  await press('Send');
  await expect.poll(() => send.mock.calls.length).toBe(1);
  expect(send).toHaveBeenCalledWith({ ...filled, questions: [{ text: 'Travel?' }, { text: 'Rooms?' }] });
});

test("a removed row's error stands at no other row", async () => {
  await open({ values: { ...filled, questions: [{ text: '' }, { text: 'Rooms?' }] } });
  await press('Send');
  await expect.element(input('Question 1')).toHaveAttribute('aria-invalid');
  await press('Remove 1');
  await expect.element(input('Question 1')).toHaveValue('Rooms?');
  await expect.element(input('Question 1')).not.toHaveAttribute('aria-invalid');
  await expect.element(text('Please enter the question')).not.toBeInTheDocument();
});

test('some fields can be checked alone, and a value set by the program clears its error', async () => {
  const control = await open();
  expect(await checkFields(control, 'hi', 'mail')).toBe(false);
  expect(control.state.errors).toEqual({ 'hi.title': 'Please enter it in Hindi', mail: 'Please enter an address' });
  setValue(control, 'hi.title', 'Samachar');
  await expect.element(text('Please enter it in Hindi')).not.toBeInTheDocument();
  expect(await checkFields(control, 'hi')).toBe(true);
  expect(control.state.errors).toEqual({ mail: 'Please enter an address' });
});

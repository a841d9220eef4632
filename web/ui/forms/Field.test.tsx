import { useState } from 'react';
import { describe, expect, it, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { keepDigits, keepLetters, keepMobile } from '#shared/typing.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { type FormControl, useForm } from '#web/lib/forms/useForm.ts';
import { compose } from '#web/testing/composing.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { DateInput } from './DateInput.tsx';
import { Field } from './Field.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import { asPlainMobile, typedAs } from './typed-text.ts';

const schema = z.object({ reason: z.string() });

function Fields() {
  const { control } = useForm(checkedBy(schema), { reason: '' });
  return (
    <>
      <Field control={control} name="reason" label="Reason" rows={2} maxLength={20} />
      <TextArea label="Message" maxLength={20} />
    </>
  );
}

test('a text area keeps all that is pasted, and says by how much it is too long', async () => {
  await show(<Fields />);
  for (const name of ['Reason', 'Message']) {
    const area = page.getByRole('textbox', { name });
    await area.fill('a reason of 24 character');
    await expect.element(page.getByText('4 characters too long')).toBeVisible();
    await expect.element(area).toHaveValue('a reason of 24 character');
    await expectAccessible();
    await area.click();
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
    await expect.element(page.getByText('1 character too long')).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText(/too long/)).not.toBeInTheDocument();
  }
});

interface Typed {
  name: string;
  court: string;
  years: string;
  mobile: string;
  fee: string;
}
let filtered: FormControl<Typed>;

function Filtered() {
  const { control } = useForm<Typed>(undefined, { name: '', court: '', years: '', mobile: '', fee: '' });
  filtered = control;
  return (
    <>
      <Field control={control} name="name" label="Name" keep={(text, typed) => keepLetters(text, 'name', typed)} />
      <Field control={control} name="court" label="Court" keep={(text, typed) => keepLetters(text, 'title', typed)} />
      <Field control={control} name="years" label="Years" keep={(text) => keepDigits(text, 4)} />
      <Field control={control} name="mobile" label="Mobile" keep={keepMobile} />
      <Field control={control} name="fee" label="Fee" inputMode="decimal" />
    </>
  );
}

describe('a composed word', () => {
  it.each([
    ['Name', ['R', 'Ra', 'Rao', 'Rao2'], 'Rao', 'Left out: 2'],
    ['Name', ['R', 'Ra', 'Ra–', 'Ra–M', 'Ra–Mehta'], 'Ra-Mehta', ''],
    ['Name', ['R', 'Ra', 'Rao'], 'Rao', ''],
    ['Name', ['र', 'रा', 'राव', 'राव१'], 'राव', 'Left out: १'],
    ['Court', ['C', 'Court', 'Court @'], 'Court ', 'Left out: @'],
    ['Years', ['२', '२०', '२००५'], '2005', ''],
    ['Mobile', ['०९८', '०९८४५०१२३४५'], '9845012345', ''],
    ['Fee', ['१२', '१२००.५'], '1200.5', ''],
  ])('in %s: %j is once %j', async (label, texts, expected, note) => {
    await show(<Filtered />);
    const input = await compose(label, ...texts);
    expect(input.value).toBe(expected);
    expect(filtered.values[label.toLowerCase() as keyof Typed]).toBe(expected);
    if (note) expect(document.body.textContent).toContain(note);
    // A second word, behind the first one.
    if (label !== 'Name') return;
    expect((await compose(label, ' S', ' Sen2')).value).toBe(`${expected} Sen`);
  });

  it('in a field that holds its value is changed once as well', async () => {
    await show(
      <>
        <TextField label="Mobile" {...asPlainMobile} />
        <TextField label="Name" {...typedAs((text, typed) => keepLetters(text, 'name', typed))} />
      </>,
    );
    expect((await compose('Mobile', '+91', '+91 98450 12345')).value).toBe('9845012345');
    expect((await compose('Name', 'R', 'Rao', 'Rao2')).value).toBe('Rao');
  });

  it('in a date', async () => {
    let day = '';
    function Day() {
      const [value, setValue] = useState('');
      day = value;
      return <DateInput label="Day" value={value} onChange={setValue} />;
    }
    await show(<Day />);
    await compose('Day', '१', '१९');
    await compose('Month', '०७');
    await compose('Year', '१९८४');
    expect(day).toBe('1984-07-19');
  });
});

import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { FilterCombo } from '#web/ui/tables/FilterCombo.tsx';
import { ComboField } from './ComboField.tsx';

const states = ['Andaman and Nicobar Islands', 'Bihar', 'Jammu and Kashmir', 'Karnataka', 'Kerala', 'Maharashtra'];
const acts = ['NDPS Act, 1985', 'POCSO Act, 2012', 'PMLA, 2002', 'Others'];

const schema = z.object({
  state: z.string().min(1, { error: 'Please Select State' }),
  acts: z.array(z.string()).min(1, { error: 'Please Select Specialisation' }),
});

const sent = vi.fn();

function Form({ options = states, loading = false }: { options?: string[]; loading?: boolean }) {
  const form = useForm(checkedBy(schema), { state: '', acts: ['PMLA, 2002'] });
  return (
    <form
      noValidate
      onSubmit={form.send(async (values) => {
        sent(values);
      })}
    >
      <ComboField control={form.control} name="state" label="State" options={options} loading={loading} />
      <ComboField control={form.control} name="acts" label="Specialisation" multiple options={acts} />
      <button type="submit">Continue</button>
    </form>
  );
}

const state = page.getByRole('combobox', { name: 'State' });
const specialisation = page.getByRole('combobox', { name: 'Specialisation' });
const send = page.getByRole('button', { name: 'Continue' });
const chip = (name: string) => page.getByRole('button', { name, exact: true });
const option = (name: string) => page.getByRole('option', { name, exact: true });
const { keyboard } = userEvent;

async function open(props: Parameters<typeof Form>[0] = {}) {
  sent.mockClear();
  return show(
    <>
      <p>Elsewhere</p>
      <Form {...props} />
    </>,
  );
}

async function type(field: typeof state, text: string) {
  await field.click();
  await keyboard(text);
}

describe('a choice by typing', () => {
  test('Enter takes the first match, which begins with the text, and never sends the form', async () => {
    await open();
    await type(state, 'ma');
    await expect.element(option('Maharashtra')).toBeVisible();
    expect(
      page
        .getByRole('option')
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['Maharashtra', 'Andaman and Nicobar Islands']);
    await keyboard('{Enter}');
    await expect.element(state).toHaveValue('Maharashtra');
    await keyboard('{Enter}{Escape}');
    await keyboard('{Control>}a{/Control}kerala{Escape}{Enter}{Enter}');
    await expect.element(state).toHaveValue('Kerala');
    await keyboard('{Control>}a{/Control}nowhere{Enter}');
    await expect.element(state).toHaveValue('nowhere');
    await keyboard('{Escape}');
    expect(sent).not.toHaveBeenCalled();
    await expect.element(page.getByText('Please Select State')).not.toBeInTheDocument();
  });

  test.each([
    ['kerala', 'Kerala', 'an exact match'],
    ['mahar', 'Maharashtra', 'the only match'],
    [' Jammu  & kashmir ', 'Jammu and Kashmir', 'a match with other blanks and signs'],
    ['ka{ArrowDown}', 'Jammu and Kashmir', 'what the arrows have marked'],
  ])('Tab after %j takes %s: %s', async (typed, text) => {
    await open();
    await type(state, typed);
    await keyboard('{Tab}');
    await expect.element(state).toHaveValue(text);
    await expect.element(specialisation).toHaveFocus();
    await send.click();
    await expect.poll(() => sent.mock.calls[0]).toEqual([{ state: text, acts: ['PMLA, 2002'] }]);
  });

  test('a click elsewhere takes an exact match, and keeps any other text with a message', async () => {
    await open();
    await type(state, 'kerala');
    await page.getByText('Elsewhere').click();
    await expect.element(state).toHaveValue('Kerala');
    await type(state, '{Control>}a{/Control}mahar');
    await page.getByText('Elsewhere').click();
    await expect.element(state).toHaveValue('mahar');
    await expect
      .element(page.getByText('Please choose “Maharashtra” from the list, or correct the text.'))
      .toBeVisible();
    await expect.element(state).toHaveAccessibleDescription(/Maharashtra/);
  });

  test('text that is no choice stays, and stops the form, which leads back to it', async () => {
    await open();
    await type(state, 'ma');
    await keyboard('{Tab}');
    const several = page.getByText('Please choose one of the 2 entries that contain “ma”.');
    await expect.element(several).toBeVisible();
    await expect.element(state).toHaveValue('ma');
    await expectAccessible();
    await send.click();
    await expect.element(state).toHaveFocus();
    await expect.element(several).toBeVisible();
    await keyboard('x');
    await expect.element(several).not.toBeInTheDocument();
    await keyboard('{Tab}');
    await expect.element(page.getByText('“max” is not in the list. Please choose an entry.')).toBeVisible();
    await type(state, '{Control>}a{/Control}{Backspace}{Tab}');
    await send.click();
    await expect.element(page.getByText('Please Select State')).toBeVisible();
    await type(state, 'bih{Tab}');
    await send.click();
    await expect.poll(() => sent.mock.calls[0]).toEqual([{ state: 'Bihar', acts: ['PMLA, 2002'] }]);
  });

  test('a choice that is edited into no choice is none any more', async () => {
    await open();
    await type(state, 'bihar{Tab}');
    await expect.element(state).toHaveValue('Bihar');
    await type(state, '{End}r{Tab}');
    await expect.element(page.getByText('“Biharr” is not in the list. Please choose an entry.')).toBeVisible();
    await expect.element(state).toHaveValue('Biharr');
    await send.click();
    await expect.element(state).toHaveFocus();
    expect(sent).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Clear' }).first().click();
    await expect.element(state).toHaveValue('');
    await expect.element(page.getByText(/is not in the list/)).not.toBeInTheDocument();
  });

  test('of several choices Tab adds one, an entry chosen before stays, and other text stops the form', async () => {
    await open();
    await type(state, 'bihar{Tab}');
    await keyboard('pocso{Tab}');
    await expect.element(chip('POCSO Act, 2012')).toBeVisible();
    await expect.element(specialisation).toHaveValue('');
    await type(specialisation, 'pmla{Enter}');
    await expect.element(chip('PMLA, 2002')).toBeVisible();
    await type(specialisation, 'Gambling{Tab}');
    await page.getByText('Elsewhere').click();
    await expect.element(specialisation).toHaveValue('Gambling');
    await send.click();
    await expect.element(specialisation).toHaveFocus();
    await expect.element(specialisation).toHaveValue('Gambling');
    await expect.element(page.getByText('“Gambling” is not in the list. Please choose an entry.')).toBeVisible();
    expect(sent).not.toHaveBeenCalled();
    await keyboard('{Control>}a{/Control}ndps{Enter}{Escape}');
    await send.click();
    await expect.poll(() => sent.mock.calls[0]?.[0].acts).toEqual(['PMLA, 2002', 'POCSO Act, 2012', 'NDPS Act, 1985']);
  });

  test('text typed before the list has arrived is taken once it is there', async () => {
    sent.mockClear();
    await show(<Late />);
    await type(state, 'kerala{Tab}');
    await expect.element(page.getByText('This list is still loading.')).toBeVisible();
    await page.getByRole('button', { name: 'Arrive' }).click();
    await expect.element(state).toHaveValue('Kerala');
    await expect.element(page.getByText('This list is still loading.')).not.toBeInTheDocument();
  });

  test('a filter does the same, and does not filter by text that is no choice', async () => {
    const chosen = vi.fn();
    await show(
      <>
        <p>Elsewhere</p>
        <Filter onChange={chosen} />
      </>,
    );
    await type(state, 'kerala{Enter}');
    await type(state, '{Control>}a{/Control}mahar{Tab}');
    await expect.element(state).toHaveValue('Maharashtra');
    await type(state, '{End}x');
    await page.getByText('Elsewhere').click();
    await keyboard('{Tab}');
    await expect.element(state).toHaveValue('Maharashtrax');
    await expect.element(page.getByText(/is not in the list/)).toBeVisible();
    expect(chosen.mock.calls.flat()).toEqual(['Kerala', 'Maharashtra', '']);
  });
});

function Late() {
  const [arrived, setArrived] = useState(false);
  return (
    <>
      <Form options={arrived ? states : []} loading={!arrived} />
      <button type="button" onClick={() => setArrived(true)}>
        Arrive
      </button>
    </>
  );
}

function Filter({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <FilterCombo
      label="State"
      value={value}
      options={states}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

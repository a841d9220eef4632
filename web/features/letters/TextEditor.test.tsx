import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectTouchSized, show } from '#web/testing/show.tsx';
import { TextEditor } from './TextEditor.tsx';

const stored = page.getByTestId('stored');
const text = page.getByRole('textbox', { name: /^Text/ });
const tool = (name: string) => page.getByRole('button', { name, exact: true });

function Writing({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <TextEditor
        label="Text"
        value={value}
        onChange={setValue}
        error={value === '' ? 'Please enter the text' : undefined}
        disabled={false}
        before="Dear Asha Rao,"
        focusRef={() => {}}
      />
      <pre data-testid="stored">{value}</pre>
      <button type="button" className="button" onClick={() => setValue('Another **text**')}>
        Replace
      </button>
    </>
  );
}

test('a letter is written as it is read, and its Markdown is what is stored', async () => {
  await show(<Writing first="" />);
  await expect.element(page.getByText('Dear Asha Rao,')).toBeVisible();
  await expect.element(text).toHaveAttribute('aria-invalid', 'true');
  await text.click();
  await userEvent.keyboard('Monday');
  await userEvent.keyboard('{Shift>}{Home}{/Shift}');
  await tool('Bold').click();
  await expect.element(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(stored).toHaveTextContent('**Monday**');
  await expect.element(text).not.toHaveTextContent('*');
  await expect.element(text).not.toHaveAttribute('aria-invalid');
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.poll(() => stored.element().textContent).toBe('Monday');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => stored.element().textContent).toBe('**Monday**');

  await userEvent.keyboard(
    '{End}{Control>}b{/Control}{Enter}- one{Enter}two{Enter}{Enter}after{Shift>}{Enter}{/Shift}it',
  );
  await expect.poll(() => stored.element().textContent).toBe('**Monday**\n\n- one\n- two\n\nafter\nit');
  await expect.poll(() => text.element().querySelectorAll('li').length).toBe(2);
  await expectAccessible();
  await expectTouchSized();

  await userEvent.keyboard(' {Control>}k{/Control}');
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await dialog.getByLabelText(/^Words/).fill('the order');
  await dialog.getByLabelText(/^Address/).fill('https://example.org/order');
  await dialog.getByRole('button', { name: 'Put in' }).click();
  await expect
    .poll(() => stored.element().textContent)
    .toMatch(/after\nit \[the order\]\(https:\/\/example\.org\/order\)$/);
  await userEvent.keyboard('{ArrowLeft}');
  await tool('Link').click();
  await expect.poll(() => stored.element().textContent).toMatch(/after\nit the order$/);
});

test('a stored text is shown without its marks, and another one takes its place', async () => {
  await show(<Writing first={'From **Monday** on, see [the order](https://example.org/order).\n\n- Kochi'} />);
  await expect.poll(() => text.element().querySelector('strong')?.textContent).toBe('Monday');
  await expect.poll(() => text.element().querySelector('a')?.href).toBe('https://example.org/order');
  await expect.element(text).not.toHaveTextContent('*');
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => text.element().querySelector('strong')?.textContent).toBe('text');
  await expect.element(stored).toHaveTextContent('Another **text**');
});

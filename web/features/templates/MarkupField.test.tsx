import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { MarkupField } from './MarkupField.tsx';

const schema = z.object({ text: z.string() });

function Writing() {
  const { control } = useForm(checkedBy(schema), { text: '' });
  return <MarkupField control={control} name="text" label="Text" rows={6} before="Dear Asha Rao," />;
}

test('somebody who knows no marks makes words bold, a list and a link, and takes them back', async () => {
  await show(<Writing />);
  const text = page.getByRole('textbox', { name: /^Text/ });
  const tool = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(page.getByText('Dear Asha Rao,')).toBeVisible();
  await text.click();
  await userEvent.keyboard('Monday');
  await userEvent.keyboard('{Shift>}{Home}{/Shift}');
  await tool('Bold').click();
  await expect.element(text).toHaveValue('**Monday**');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.element(text).toHaveValue('Monday');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(text).toHaveValue('**Monday**');
  await tool('List').click();
  await expect.element(text).toHaveValue('- **Monday**');
  await expectAccessible();

  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await dialog.getByLabelText(/^Words/).fill('the order');
  await dialog.getByRole('button', { name: 'Put in' }).click();
  await expect.element(dialog.getByText('Please enter an address that begins with https://')).toBeVisible();
  await dialog.getByLabelText(/^Address/).fill('https://example.org/order');
  await dialog.getByRole('button', { name: 'Put in' }).click();
  await expect.element(text).toHaveValue('- **Monday**[the order](https://example.org/order)');
  await expect.element(text).toHaveFocus();
});

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { checkedBy } from '#web/lib/checked-by.ts';
import { useForm } from '#web/lib/useForm.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Field } from './Field.tsx';
import { TextArea } from './TextArea.tsx';

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

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCorrection, getCorrection } from '#shared/contracts/corrections.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';

test('what is still wrong is named above the form, with a link to each field', async () => {
  answer(getCorrection, {
    success: true,
    data: {
      reference: 'APP-2026-000001',
      name: 'Asha Rao',
      note: 'Please check these two.',
      fields: ['mobile', 'idNumber'],
      values: { mobile: '987', idNumber: 'MH/1234/2005' },
      askedAt: '2026-11-01T10:00:00.000Z',
      expiresAt: '2026-11-15T10:00:00.000Z',
      version: 3,
    },
  });
  const sent = answer(answerCorrection, { success: true, message: 'Thank you' });
  await show(<CorrectionForm link="correction_secret" />);
  await page.getByRole('button', { name: 'Send the correction' }).click();
  const summary = page.getByRole('group', { name: '1 field needs your attention' });
  await expect.element(summary).toHaveFocus();
  await expectAccessible();
  const mobile = page.getByRole('textbox', { name: /^Mobile/ });
  await summary.getByRole('link').click();
  await expect.element(mobile).toHaveFocus();
  expect(sent).toEqual([]);
});

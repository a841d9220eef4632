import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toast } from '#web/lib/browser/toast.ts';
import { show } from '#web/testing/show.tsx';

const notices = () => [...document.querySelectorAll('.Toastify__toast')];

test('on a phone a notice comes below the title of a dialog, whatever its height', async () => {
  await page.viewport(360, 640);
  await show(
    <dialog ref={(element) => element?.showModal()}>
      <h2 style={{ height: 120 }}>A long title</h2>
    </dialog>,
  );
  toast.error('It failed.');
  await expect.element(page.getByText('It failed.').first()).toBeVisible();
  const title = page.getByRole('heading', { name: 'A long title' }).element().getBoundingClientRect();
  await expect.poll(() => notices()[0]!.getBoundingClientRect().top).toBeGreaterThanOrEqual(title.bottom);
});

test('on a phone one notice is shown at a time, and none covers the field with the focus', async () => {
  await page.viewport(360, 640);
  await show(
    <div>
      <div style={{ height: 300 }} />
      <label>
        Name <input />
      </label>
      <div style={{ height: 1_000 }} />
    </div>,
  );
  const field = page.getByRole('textbox', { name: 'Name' });
  await userEvent.click(field);
  window.scrollTo(0, 290);
  toast.success('The first.');
  await expect.element(page.getByText('The first.')).toBeVisible();
  const covers = () => {
    const [notice, under] = [notices()[0]!, field.element()].map((part) => part.getBoundingClientRect());
    return notice!.bottom > under!.top && notice!.top < under!.bottom;
  };
  await expect.poll(covers).toBe(false);
  toast.error('The second.');
  await expect.element(page.getByText('The second.')).toBeVisible();
  await expect.poll(() => notices().map(({ textContent }) => textContent)).toEqual(['The second.']);
});

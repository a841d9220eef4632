import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoginDialog } from '#web/features/auth/LoginDialog.tsx';
import { show } from '#web/testing/show.tsx';
import { hydrate } from './hydrate.tsx';

const dialog = page.getByRole('dialog', { name: 'Member Login' });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });

test('the markup that each document holds is taken over as it stands, and closing gives the focus back', async () => {
  const opener = page.getByRole('button', { name: 'Login here' });
  await show(<button type="button">Login here</button>);
  await expect.element(opener).toBeVisible();
  (opener.element() as HTMLElement).focus();
  const element = document.body.appendChild(document.createElement('div'));
  const shown = <LoginDialog area="member" again={false} onLoggedIn={() => {}} onClose={() => close()} />;
  element.innerHTML = renderToString(<StrictMode>{shown}</StrictMode>);
  // As the document's own script does.
  element.querySelector('dialog')!.showModal();
  await expect.element(field('Email')).toHaveFocus();
  await field('Email').fill('kavita@example.org');
  const failures = vi.spyOn(console, 'error');
  const root = await hydrate(element, shown);
  const close = () => setTimeout(() => root.unmount());
  expect(failures).not.toHaveBeenCalled();
  await expect.element(field('Email')).toHaveValue('kavita@example.org');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  element.remove();
});

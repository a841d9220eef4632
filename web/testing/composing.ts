import { expect } from 'vitest';
import { cdp, page } from 'vitest/browser';

interface Protocol {
  send: (method: string, values: object) => Promise<void>;
}

/** Types as a keyboard does that composes words, as on Android: each text replaces the one before, and nothing changes under it. */
export async function compose(label: string, ...texts: string[]): Promise<HTMLInputElement> {
  const role = ['Day', 'Month', 'Year'].includes(label) ? 'spinbutton' : 'textbox';
  const field = page.getByRole(role, { name: label, exact: true });
  await field.click();
  const input = field.element() as HTMLInputElement;
  const protocol = cdp() as unknown as Protocol;
  for (const text of texts) {
    const { length } = text;
    await protocol.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length });
    expect(input.value.endsWith(text)).toBe(true);
  }
  await protocol.send('Input.insertText', { text: texts.at(-1) });
  return input;
}

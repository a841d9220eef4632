import { expect, test } from 'vitest';
import { mount } from './login.tsx';

test('a dialog that was closed while its script began stays closed without a fault, and leaves nothing for Back', async () => {
  const faults: string[] = [];
  const note = ({ message }: ErrorEvent) => faults.push(message);
  addEventListener('error', note);
  const element = document.body.appendChild(document.createElement('div'));
  const mounted = mount(element);
  element.remove();
  await mounted;
  removeEventListener('error', note);
  expect(faults).toEqual([]);
  expect(element.childElementCount).toBe(0);
  expect(history.state?.layer).toBeUndefined();
});

import { expect, test } from 'vitest';
import { personNames } from '#shared/person-fields.ts';
import { fieldTexts } from './field-texts.ts';

test('the office’s forms do not address the person as “you”, people’s own forms do', () => {
  for (const name of personNames) {
    for (const form of ['addProsecutor', 'officeEdit'] as const) {
      const { label, hint } = fieldTexts(name, form);
      expect(`${label} ${hint}`, `${name} on ${form}`).not.toMatch(/\byour?\b/i);
    }
  }
  expect(fieldTexts('document', 'registration').hint).toContain('only you and the office');
  expect(fieldTexts('document', 'addProsecutor').hint).toContain('only the person and the office');
});

import { expect, test } from 'vitest';
import { parseDraft } from '#web/features/members/registration-draft.ts';

test('a draft comes back with the fields it had, and empty ones for the rest', () => {
  const draft = parseDraft({
    termsVersion: '2025-01-01',
    values: { ProsecutorName: 'Asha Rao', Specialisation: ['NDPS Act, 1985'], State: 'Kerala' },
  });
  expect(draft?.termsVersion).toBe('2025-01-01');
  expect(draft?.values).toMatchObject({
    ProsecutorName: 'Asha Rao',
    Specialisation: ['NDPS Act, 1985'],
    State: 'Kerala',
    email: '',
  });
});

test.each([null, 'text', 7, {}, { values: {} }, { termsVersion: 3 }])('%j is no draft', (stored) => {
  expect(parseDraft(stored)).toBeNull();
});

test('values of a wrong kind and unknown names are left out', () => {
  const draft = parseDraft({
    termsVersion: '2025-01-01',
    values: { email: 5, Specialisation: ['NDPS Act, 1985', 8, null], Gender: { a: 1 }, password: 'x', document: 'y' },
  });
  expect(draft?.values).toMatchObject({ email: '', Specialisation: ['NDPS Act, 1985'], Gender: '' });
  expect(draft?.values).not.toHaveProperty('password');
  expect(draft?.values).not.toHaveProperty('document');
});

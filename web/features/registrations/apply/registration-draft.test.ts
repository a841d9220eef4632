import { expect, test } from 'vitest';
import { parseDraft } from './registration-draft.ts';

test('a draft is restored with its fields, and empty ones for the rest', () => {
  const draft = parseDraft({ ProsecutorName: 'Asha Rao', Specialisation: ['NDPS Act, 1985'], State: 'Kerala' });
  expect(draft).toMatchObject({
    ProsecutorName: 'Asha Rao',
    Specialisation: ['NDPS Act, 1985'],
    State: 'Kerala',
    email: '',
  });
});

test.each([undefined, null, 'text', 7])('%j is no draft', (stored) => {
  expect(parseDraft(stored)).toBeNull();
});

test('values of a wrong type and unknown names are left out', () => {
  const draft = parseDraft({
    email: 5,
    Specialisation: ['NDPS Act, 1985', 8, null],
    Gender: { a: 1 },
    password: 'x',
    document: 'y',
  });
  expect(draft).toMatchObject({ email: '', Specialisation: ['NDPS Act, 1985'], Gender: '' });
  expect(draft).not.toHaveProperty('password');
  expect(draft).not.toHaveProperty('document');
});

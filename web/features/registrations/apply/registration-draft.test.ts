import { expect, test } from 'vitest';
import { parseDraft } from './registration-draft.ts';

test('a draft is restored with its fields, and empty ones for the rest', () => {
  const draft = parseDraft({ name: 'Asha Rao', specialisations: ['NDPS Act, 1985'], state: 'Kerala' });
  expect(draft).toMatchObject({
    name: 'Asha Rao',
    specialisations: ['NDPS Act, 1985'],
    state: 'Kerala',
    email: '',
  });
});

test.each([undefined, null, 'text', 7])('%j is no draft', (stored) => {
  expect(parseDraft(stored)).toBeNull();
});

test('values of a wrong type and unknown names are left out', () => {
  const draft = parseDraft({
    email: 5,
    specialisations: ['NDPS Act, 1985', 8, null],
    gender: { a: 1 },
    password: 'x',
    document: 'y',
  });
  expect(draft).toMatchObject({ email: '', specialisations: ['NDPS Act, 1985'], gender: '' });
  expect(draft).not.toHaveProperty('password');
  expect(draft).not.toHaveProperty('document');
});

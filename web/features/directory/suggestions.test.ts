import { expect, test } from 'vitest';
import { orderByRelevance, shortStatute, statutesNamed } from '#web/features/members/statutes.ts';
import { suggestionsFor } from './suggestions.ts';

const labels = (text: string) => suggestionsFor(text, []).map(({ label }) => label);

test('a statute, an office and a place typed into the name search are suggested as filters', () => {
  expect(labels('ndps')).toEqual(['Specialisation: NDPS Act, 1985']);
  expect(labels('Wild life prot')).toEqual(['Specialisation: Wild Life (Protection) Act, 1972']);
  expect(labels('(BNS)')).toContain('Specialisation: Bharatiya Nyaya Sanhita (BNS), 2023');
  expect(labels('president')).toEqual(['Office held: President', 'Office held: Vice President']);
  const place = { state: 'Maharashtra', district: 'Pune' };
  expect(suggestionsFor('pune', [place])).toEqual([
    { label: 'Place: Pune, Maharashtra', change: { state: 'Maharashtra', district: 'Pune', subDistrict: '' } },
  ]);
});

test('names of people suggest nothing', () => {
  for (const name of ['', 'a', 'Kavita Deshmukh', 'sharma', 'Menon', '%', '  ']) expect(labels(name), name).toEqual([]);
});

test('the searched statute comes first, and those that nearly everybody lists come last', () => {
  const bns = 'Bharatiya Nyaya Sanhita (BNS), 2023';
  expect(orderByRelevance([bns, 'Arms Act, 1959', 'NDPS Act, 1985'], 'NDPS Act, 1985')).toEqual([
    'NDPS Act, 1985',
    'Arms Act, 1959',
    bns,
  ]);
  expect(orderByRelevance(['Arms Act, 1959', bns], bns)).toEqual([bns, 'Arms Act, 1959']);
  expect(shortStatute(bns)).toBe('BNS, 2023');
  expect(statutesNamed('')).toEqual([]);
});

import { expect, test } from 'vitest';
import { wordsIn } from '#shared/sentence.ts';
import { speaking } from '#web/lib/languages/text.ts';
import { inPageOrder } from '#web/lib/languages/written-text.ts';
import { exactMatch, matching } from './typed-choice.ts';

const words = wordsIn({
  Assam: 'असम',
  'Uttar Pradesh': 'उत्तर प्रदेश',
  Uttarakhand: 'उत्तराखंड',
  Jharkhand: 'झारखंड',
  'Andaman and Nicobar Islands': 'अंडमान और निकोबार द्वीपसमूह',
  Others: 'अन्य',
});
const options = ['Others', 'Uttarakhand', 'Jharkhand', 'Uttar Pradesh', 'Assam', 'Andaman and Nicobar Islands'];
const inHindi = <Result>(work: () => Result) => speaking('hi', words, work);

test('an option is found by the word of the page and by the English one', () => {
  inHindi(() => {
    expect(matching(options, 'उत्तर')).toEqual(['Uttarakhand', 'Uttar Pradesh']);
    expect(matching(options, 'uttar')).toEqual(['Uttarakhand', 'Uttar Pradesh']);
    expect(exactMatch(options, ' असम')).toBe('Assam');
    expect(exactMatch(options, 'ASSAM')).toBe('Assam');
  });
  expect(matching(options, 'असम')).toEqual([]);
});

test('an option is found by its initials in either script, and chosen by them only from the list', () => {
  const states = [...options, 'Andhra Pradesh', 'Jammu and Kashmir'];
  for (const text of ['UP', 'यूपी']) expect(matching(states, text), text).toEqual(['Uttar Pradesh']);
  for (const text of ['J&K', 'jk', 'जेके']) expect(matching(states, text), text).toEqual(['Jammu and Kashmir']);
  expect(exactMatch(states, 'AP')).toBeUndefined();
});

test('options are in the order of the page’s words, Others last', () => {
  expect(inHindi(() => inPageOrder(options, 'Others'))).toEqual([
    'Andaman and Nicobar Islands',
    'Assam',
    'Uttar Pradesh',
    'Uttarakhand',
    'Jharkhand',
    'Others',
  ]);
  expect(inPageOrder(options, 'Others')).toBe(options);
});

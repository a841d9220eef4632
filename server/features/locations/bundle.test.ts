import { describe, expect, it, test } from 'vitest';
import { bundledDistricts, bundledStates, localitiesNamed } from '#server/features/locations/bundle.ts';

/** Counted independently of the data, so that a missing or repeated name is noticed. */
const districtCounts: Record<string, number> = {
  'Andaman and Nicobar Islands': 3,
  'Andhra Pradesh': 28,
  'Arunachal Pradesh': 28,
  Assam: 35,
  Bihar: 38,
  Chandigarh: 1,
  Chhattisgarh: 33,
  'Dadra and Nagar Haveli and Daman and Diu': 3,
  Delhi: 13,
  Goa: 3,
  Gujarat: 34,
  Haryana: 23,
  'Himachal Pradesh': 12,
  'Jammu and Kashmir': 20,
  Jharkhand: 24,
  Karnataka: 31,
  Kerala: 14,
  Ladakh: 7,
  Lakshadweep: 1,
  'Madhya Pradesh': 55,
  Maharashtra: 36,
  Manipur: 16,
  Meghalaya: 12,
  Mizoram: 11,
  Nagaland: 17,
  Odisha: 30,
  Puducherry: 4,
  Punjab: 23,
  Rajasthan: 41,
  Sikkim: 6,
  'Tamil Nadu': 38,
  Telangana: 33,
  Tripura: 8,
  'Uttar Pradesh': 75,
  Uttarakhand: 13,
  'West Bengal': 23,
};

/** Capitalized words joined by spaces or hyphens; 'and' inside a name; initials; the two '24 Parganas'. */
const wellWritten =
  /^(?:[A-Z][a-z]+|[A-Z]{3}|Dr\.|B\.R\.)(?:[ -](?:[A-Z][a-z]+|and|24))*(?: B\.R\. Ambedkar Konaseema)?$/;

const all = bundledStates.flatMap((state) => bundledDistricts(state).map((district) => `${district}, ${state}`));

describe('the bundled states and districts', () => {
  it('has the 36 states and union territories, sorted', () => {
    expect(bundledStates).toEqual(Object.keys(districtCounts).sort((a, b) => a.localeCompare(b, 'en')));
    expect(bundledStates).toHaveLength(36);
  });

  it.each(Object.entries(districtCounts))('%s has %i districts, sorted, each once', (state, count) => {
    const districts = bundledDistricts(state);
    expect(districts).toHaveLength(count);
    expect(new Set(districts).size).toBe(count);
    expect(districts).toEqual([...districts].sort((a, b) => a.localeCompare(b, 'en')));
  });

  it('has every name in clean English spelling', () => {
    const badlyWritten = [...bundledStates, ...bundledStates.flatMap(bundledDistricts)].filter(
      (name) => !wellWritten.test(name),
    );
    expect(badlyWritten).toEqual([]);
  });

  it('has no duplicate place', () => {
    expect(all).toHaveLength(Object.values(districtCounts).reduce((sum, count) => sum + count, 0));
    expect(new Set(all.map((place) => place.toLowerCase())).size).toBe(all.length);
  });

  it('has the districts of recent reorganisations and not the names they replaced', () => {
    expect(all).toEqual(
      expect.arrayContaining([
        'Polavaram, Andhra Pradesh',
        'Old Delhi, Delhi',
        'Kushavati, Goa',
        'Vav-Tharad, Gujarat',
        'Hansi, Haryana',
        'Bengaluru South, Karnataka',
        'Zanskar, Ladakh',
        'Ahilyanagar, Maharashtra',
        'Sribhumi, Assam',
      ]),
    );
    for (const gone of [
      'Shahdara',
      'Ramanagara',
      'Ahmednagar',
      'Aurangabad, Maharashtra',
      'Karimganj',
      'Neem Ka Thana',
    ]) {
      expect(all.filter((place) => place.startsWith(gone))).toEqual([]);
    }
  });

  it('ignores the case of a state and answers nothing for an unknown one', () => {
    expect(bundledDistricts(' TAMIL NADU ')).toEqual(bundledDistricts('Tamil Nadu'));
    expect(bundledDistricts('Atlantis')).toEqual([]);
    expect(bundledDistricts('constructor')).toEqual([]);
  });
});

test('places are found by the beginning of a word, whole names first', () => {
  expect(localitiesNamed('pune', 5)).toEqual([{ state: 'Maharashtra', district: 'Pune' }]);
  expect(localitiesNamed(' GOA ', 5).map(({ district }) => district)).toEqual([
    '',
    'Goalpara',
    'North Goa',
    'South Goa',
  ]);
  expect(localitiesNamed('delhi', 9)[0]).toEqual({ state: 'Delhi', district: '' });
  expect(localitiesNamed('a', 5)).toHaveLength(5);
  for (const none of ['', '  ', '%', 'xyzzy', 'une']) expect(localitiesNamed(none, 5), none).toEqual([]);
});

import { expect, test } from 'vitest';
import { emptyPerson, personFromRecord, withoutHidden } from '#web/features/members/fields/person-form.ts';

const empty = emptyPerson('selfEdit');
const stored = {
  ...empty,
  document: null,
  profile_Pic: null,
  ProsecutorName: 'Asha Rao',
  DateofBirth: '1980-05-17T00:00:00.000Z',
  Organization: 'Dist Head',
  Interest: 'Webinars',
  Contribution: 'Lectures',
  Specialisation: ['NDPS Act, 1985'],
};

test('options are unchanged, and the date loses its time', () => {
  expect(personFromRecord('selfEdit', stored)).toEqual({ ...stored, DateofBirth: '1980-05-17' });
});

test('the other spelling of a position is shown as the option', () => {
  const values = personFromRecord('selfEdit', { ...stored, Organization: 'Add Director pf Prosecutor' });
  expect(values.Organization).toBe('Add Director of Prosecutor');
});

test.each([
  ['Organization', 'OrganizationotherRole'],
  ['Association', 'AssociationotherRole'],
  ['Interest', 'InterestotherRole'],
  ['Contribution', 'ContributionotherRole'],
] as const)('a stored %s outside the list is shown as Others with its text', (name, other) => {
  const values = personFromRecord('selfEdit', { ...stored, [name]: 'Keeper of records' });
  expect(values[name]).toBe('Others');
  expect(values[other]).toBe('Keeper of records');
});

test('Others with its text is restored as it was chosen', () => {
  const values = personFromRecord('selfEdit', { ...stored, Interest: 'Others', InterestotherRole: 'Moot courts' });
  expect(values).toMatchObject({ Interest: 'Others', InterestotherRole: 'Moot courts' });
});

test('specialisations with an unknown entry become Others with the text, and the known ones stay', () => {
  const values = personFromRecord('selfEdit', {
    ...stored,
    Specialisation: ['NDPS Act, 1985', 'Maharashtra Control Act'],
  });
  expect(values.Specialisation).toEqual(['NDPS Act, 1985', 'Others']);
  expect(values.SpecialisationotherRole).toBe('Maharashtra Control Act');
});

test('a text beside specialisations without Others is shown too', () => {
  const values = personFromRecord('selfEdit', { ...stored, SpecialisationotherRole: 'Maharashtra Control Act' });
  expect(values.Specialisation).toEqual(['NDPS Act, 1985', 'Others']);
  expect(values.SpecialisationotherRole).toBe('Maharashtra Control Act');
});

test('the text of a hidden field is not sent', () => {
  const typed = {
    ...empty,
    Organization: 'Dist Head',
    OrganizationotherRole: 'left over',
    Association: 'President',
    AssociationotherRole: 'left over',
    Interest: 'Others',
    InterestotherRole: 'Moot courts',
    Specialisation: ['NDPS Act, 1985'],
    SpecialisationotherRole: 'left over',
  };
  expect(withoutHidden(typed)).toMatchObject({
    OrganizationotherRole: '',
    Association: '',
    AssociationotherRole: '',
    InterestotherRole: 'Moot courts',
    SpecialisationotherRole: '',
  });
});

import { expect, test } from 'vitest';
import { emptyPerson, personFromRecord, withoutHidden } from '#web/features/members/fields/person-form.ts';

const empty = emptyPerson('selfEdit');
const stored = {
  ...empty,
  document: null,
  picture: null,
  name: 'Asha Rao',
  dateOfBirth: '1980-05-17T00:00:00.000Z',
  organization: 'Dist Head',
  interest: 'Webinars',
  contribution: 'Lectures',
  specialisations: ['NDPS Act, 1985'],
};

test('options are unchanged, and the date loses its time', () => {
  expect(personFromRecord('selfEdit', stored)).toEqual({ ...stored, dateOfBirth: '1980-05-17' });
});

test('the other spelling of a position is shown as the option', () => {
  const values = personFromRecord('selfEdit', { ...stored, organization: 'Add Director pf Prosecutor' });
  expect(values.organization).toBe('Add Director of Prosecutor');
});

test.each([
  ['organization', 'organizationOther'],
  ['associationOffice', 'associationOfficeOther'],
  ['interest', 'interestOther'],
  ['contribution', 'contributionOther'],
] as const)('a stored %s outside the list is shown as Others with its text', (name, other) => {
  const values = personFromRecord('selfEdit', { ...stored, [name]: 'Keeper of records' });
  expect(values[name]).toBe('Others');
  expect(values[other]).toBe('Keeper of records');
});

test('Others with its text is restored as it was chosen', () => {
  const values = personFromRecord('selfEdit', { ...stored, interest: 'Others', interestOther: 'Moot courts' });
  expect(values).toMatchObject({ interest: 'Others', interestOther: 'Moot courts' });
});

test('specialisations with an unknown entry become Others with the text, and the known ones stay', () => {
  const values = personFromRecord('selfEdit', {
    ...stored,
    specialisations: ['NDPS Act, 1985', 'Maharashtra Control Act'],
  });
  expect(values.specialisations).toEqual(['NDPS Act, 1985', 'Others']);
  expect(values.specialisationOther).toBe('Maharashtra Control Act');
});

test('a text beside specialisations without Others is shown too', () => {
  const values = personFromRecord('selfEdit', { ...stored, specialisationOther: 'Maharashtra Control Act' });
  expect(values.specialisations).toEqual(['NDPS Act, 1985', 'Others']);
  expect(values.specialisationOther).toBe('Maharashtra Control Act');
});

test('the text of a hidden field is not sent', () => {
  const typed = {
    ...empty,
    organization: 'Dist Head',
    organizationOther: 'left over',
    associationOffice: 'President',
    associationOfficeOther: 'left over',
    interest: 'Others',
    interestOther: 'Moot courts',
    specialisations: ['NDPS Act, 1985'],
    specialisationOther: 'left over',
  };
  expect(withoutHidden(typed)).toMatchObject({
    organizationOther: '',
    associationOffice: '',
    associationOfficeOther: '',
    interestOther: 'Moot courts',
    specialisationOther: '',
  });
});

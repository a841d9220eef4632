import { expect, it } from 'vitest';
import { person } from '#shared/person.ts';
import { correctableNames } from '#shared/person-fields.ts';
import { checkPersonField } from './person.ts';

it('checks one field alone: returns its stored value, or its message', () => {
  expect(checkPersonField('ProsecutorName', ' Asha  Rao ', 'registration')).toEqual({ value: 'Asha Rao' });
  expect(checkPersonField('Gender', 'Unknown', 'registration')).toEqual({ message: person.Gender.message });
  expect(checkPersonField('Organization', '', 'registration')).toEqual({ value: '' });
  expect(checkPersonField('Organization', '', 'selfEdit')).toEqual({ message: person.Organization.message });
  const spelt = checkPersonField('Organization', 'Add Director pf Prosecutor', 'registration');
  expect(spelt).toEqual({ value: 'Add Director of Prosecutor' });
});

it('lets applicants be asked for all fields but e-mail and tier', () => {
  expect(correctableNames).toEqual(expect.arrayContaining(['ProsecutorName', 'document', 'Screenshot', 'utr']));
  for (const name of ['email', 'membership', 'hideEntry']) expect(correctableNames).not.toContain(name);
});

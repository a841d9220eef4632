import { expect, it } from 'vitest';
import { incompleteEditSchema } from '#shared/contracts/members.ts';
import { person } from '#shared/person.ts';
import { correctableNames, namesIn } from '#shared/person-fields.ts';
import { checkPersonField } from './person.ts';

it('checks one field alone: returns its stored value, or its message', () => {
  expect(checkPersonField('name', ' Asha  Rao ', 'registration')).toEqual({ value: 'Asha Rao' });
  expect(checkPersonField('gender', 'Unknown', 'registration')).toEqual({ message: person.gender.message });
  expect(checkPersonField('organization', '', 'registration')).toEqual({ value: '' });
  expect(checkPersonField('organization', '', 'selfEdit')).toEqual({ message: person.organization.message });
  const spelt = checkPersonField('organization', 'Add Director pf Prosecutor', 'registration');
  expect(spelt).toEqual({ value: 'Add Director of Prosecutor' });
});

it('takes the empty list of a form where nothing has to be filled in, also beside empty texts', () => {
  const values = { ...Object.fromEntries(namesIn('officeEdit').map((name) => [name, ''])), specialisations: [] };
  const { error } = incompleteEditSchema.safeParse(values);
  expect(error?.issues.map(({ path }) => path[0])).toEqual(undefined);
});

it('lets applicants be asked for all fields but e-mail and tier', () => {
  expect(correctableNames).toEqual(expect.arrayContaining(['name', 'document', 'screenshot', 'utr']));
  for (const name of ['email', 'membership', 'hideEntry']) expect(correctableNames).not.toContain(name);
});

import { expect, it } from 'vitest';
import { registrationSchema } from '#shared/contracts/registrations.ts';
import { person } from '#shared/person.ts';
import { fieldErrors } from '#web/lib/forms/checked-by.ts';
import { chosenFiles } from './chosen-files.ts';
import { emptyPerson } from './person-form.ts';

it('a registration reports everything that is missing at once: also the texts of Others while a file is missing', async () => {
  const others = { organization: 'Others', interest: 'Others', contribution: 'Others' };
  const schema = registrationSchema.safeExtend(chosenFiles('registration'));
  expect(await fieldErrors(schema, { ...emptyPerson('registration'), ...others })).toMatchObject({
    name: person.name.message,
    document: person.document.message,
    picture: person.picture.message,
    organizationOther: person.organizationOther.message,
    interestOther: person.interestOther.message,
    contributionOther: person.contributionOther.message,
  });
});

import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listStates } from '#shared/contracts/locations.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { AppError } from '#shared/errors.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import { controllingField, isFile, namesIn, needOf, personField } from '#shared/person-fields.ts';
import { chooseFile, pictureFile } from '#web/testing/pictures.ts';
import {
  answerPlaces,
  choosePictures,
  combo,
  form,
  message,
  next,
  registered,
  sendAnswers,
  states,
  text,
  tiers,
} from '#web/testing/registration.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { writeKept } from './accepted-terms.ts';
import { RegistrationForm } from './RegistrationForm.tsx';

const result = messages.registration;
const option = (name: string) => page.getByRole('option', { name, exact: true });

/** A stored draft, which is ten times as fast as typing. */
const typed = {
  membership: 'Patron member',
  name: 'Asha Rao',
  gender: 'Female',
  dateOfBirth: '1980-05-17',
  email: 'asha.rao@example.org',
  mobile: '9876543210',
  state: 'Maharashtra',
  district: 'Pune',
  subDistrict: 'Haveli',
  designation: 'Public Prosecutor',
  organization: 'Dist Head',
  court: 'District and Sessions Court Pune',
  idNumber: 'MH/1234/2005',
  yearsOfExperience: '20',
  yearsOfRecruitment: '2005',
  specialisations: ['NDPS Act, 1985'],
  interest: 'Webinars',
  contribution: 'Lectures',
  international: 'Yes',
};

async function open({ withStates = true } = {}) {
  answerPlaces({ withStates });
  const onRegistered = vi.fn();
  await show(
    <RegistrationForm tiers={tiers} choice={{}} termsVersion={currentTermsVersion} onRegistered={onRegistered} />,
    {
      at: '/membership',
    },
  );
  await expect.element(form).toBeVisible();
  return { onRegistered };
}

async function choose(label: string, name: string) {
  await combo(label).click();
  await option(name).click();
}

async function search(label: string, typed: string, name: string) {
  await combo(label).fill(typed);
  await option(name).click();
}

async function birth(digits: string) {
  await form.getByRole('group', { name: 'Date of Birth' }).getByRole('spinbutton').first().click();
  await userEvent.keyboard(`{Control>}a{/Control}${digits}`);
}

/** Opens the form filled in, with its files. */
async function openFilled({ picture }: { picture?: File } = {}) {
  writeKept({ values: typed });
  const opened = await open();
  await choosePictures(picture);
  return opened;
}

async function fill() {
  await choose('Membership Type', 'Patron · Rs 25,000');
  await text('Full Name').fill('Asha Rao');
  await choose('Gender', 'Female');
  await birth('17051980');
  await text('Email').fill('asha.rao@example.org');
  await text('Mobile Number').fill('9876543210');
  await search('State', 'Mahar', 'Maharashtra');
  await search('District', 'Pun', 'Pune');
  await combo('Sub-District').fill('Haveli');
  await text('Designation').fill('Public Prosecutor');
  await choose('Organization Position', 'Dist Head');
  await text('Name of the Court').fill('District and Sessions Court Pune');
  await text('ID Number').fill('MH/1234/2005');
  await text('Years of Experience').fill('20');
  await text('Years of Recruitment').fill('2005');
  await search('Specialisation', 'NDPS', 'NDPS Act, 1985');
  await userEvent.keyboard('{Escape}');
  await choose('Area of Interest', 'Webinars');
  await choose('Contribution', 'Lectures');
  await choose('International', 'Yes');
  await choosePictures();
}

describe('bad input', () => {
  test('an empty form gets every message at its field at once, and the focus goes to the list of the fields', async () => {
    await open();
    await next.click();
    const required = namesIn('registration')
      .filter((name) => needOf(name, 'registration') === 'required' && !isFile(name) && !controllingField(name))
      .map((name) => personField(name).message!);
    expect(required.length).toBeGreaterThan(10);
    for (const words of [...required, person.picture.message, person.document.message])
      await expect.element(message(words)).toBeVisible();
    const summary = form.getByRole('group', { name: /fields need your attention/ });
    await expect.element(summary).toHaveFocus();
    // What to write stays beside what is wrong.
    await expect.element(form.getByText('The year, for example 2012')).toBeVisible();
    // Each with its sentence.
    await expect.element(summary.getByText(`${required.length + 2} fields need your attention`)).toBeVisible();
    expect(summary.getByRole('link').elements()).toHaveLength(required.length + 2);
    for (const [link, field] of [
      [person.membership.message, combo('Membership Type')],
      [person.name.message, text('Full Name')],
      [person.gender.message, combo('Gender')],
    ] as const) {
      await summary.getByRole('link', { name: link, exact: true }).click();
      await expect.element(field).toHaveFocus();
    }

    await text('Full Name').fill('A');
    await expect.element(message(person.name.message)).not.toBeInTheDocument();
    await combo('Sub-District').fill('H');
    await expect.element(message(person.subDistrict.message)).not.toBeInTheDocument();
    await expect.element(message(person.gender.message)).toBeVisible();
  });

  test('a day that does not exist, or is not complete, is said to be so, when it is left and when the form is sent', async () => {
    await openFilled();
    const day = form.getByRole('group', { name: 'Date of Birth' });
    await birth('31021980');
    await text('Email').click();
    await expect.element(day).toHaveAccessibleDescription(/^This day does not exist/);
    await next.click();
    const summary = form.getByRole('group', { name: '1 field needs your attention' });
    await summary.getByRole('link', { name: 'Date of Birth: This day does not exist' }).click();
    await birth('{Control>}{Delete}{/Control}3102');
    await expect.element(day).not.toHaveAccessibleDescription(/exist/);
    await text('Email').click();
    await expect.element(day).toHaveAccessibleDescription(/^Please complete the date/);
    await birth('28021980');
    await expect.element(form.getByText('All of these are mended.')).toBeVisible();
    await expectAccessible();
  });

  test('a field is checked when it is left after an edit, not before; what is mended loses its message at once', async () => {
    await open();
    await text('Full Name').click();
    await userEvent.keyboard('{Tab}');
    await userEvent.type(text('Mobile Number'), '98765');
    await expect.element(message(result.mobileFormat)).not.toBeInTheDocument();
    await userEvent.keyboard('{Tab}');
    await expect.element(message(result.mobileFormat)).toBeVisible();
    // It was only passed.
    await expect.element(message(person.name.message)).not.toBeInTheDocument();
    await text('Mobile Number').fill('9876543210');
    await expect.element(message(result.mobileFormat)).not.toBeInTheDocument();
  });

  test('a press on Continue is not lost when the field that it leaves gets a message', async () => {
    await open();
    await text('Years of Recruitment').fill(String(new Date().getUTCFullYear() + 2));
    await next.click();
    await expect.element(form.getByRole('group', { name: /fields need your attention/ })).toHaveFocus();
  });

  test('wrong values are reported one by one, and nothing is lost or sent', async () => {
    const calls = answer(registerMember, registered);
    await openFilled();
    await text('Email').fill('asha at example');
    await text('Mobile Number').fill('98765');
    await birth(`0101${new Date().getUTCFullYear() - 17}`);
    for (const label of ['Organization Position', 'Area of Interest', 'Contribution']) await choose(label, 'Others');
    await next.click();
    for (const words of [
      result.emailFormat,
      result.mobileFormat,
      result.adult,
      person.organizationOther.message,
      person.interestOther.message,
      person.contributionOther.message,
    ]) {
      await expect.element(message(words)).toBeVisible();
    }
    await expect.element(text('Full Name')).toHaveValue('Asha Rao');
    await expect.element(text('Mobile Number')).toHaveValue('98765');
    await expect.element(form.getByText('asha.jpg')).toBeVisible();
    await expectAccessible();
    expect(calls).toEqual([]);
  });

  test('a field accepts only its allowed characters', async () => {
    await open();
    for (const [label, typed, value] of [
      ['Full Name', 'Asha 2 Rao!', 'Asha  Rao'],
      ['Name of the Court', 'Court No. 5 पुणे', 'Court No. 5 पुणे'],
      ['Designation', 'A.P.P. (NDPS)/1', 'A.P.P. (NDPS)/1'],
      ['Mobile Number', '+91 98765-43210-99', '9876543210'],
      ['Years of Experience', '12 years', '12'],
      ['Years of Recruitment', '20051', '2005'],
    ] as const) {
      await userEvent.type(text(label), typed);
      await expect.element(text(label)).toHaveValue(value);
    }
  });

  test('a field says what it has left out, also to screen readers, until it is entered again', async () => {
    await open();
    const note = form.getByRole('status').filter({ hasText: 'Left out' });
    await userEvent.type(text('Full Name'), "S. D'Souza-Rao#");
    await expect.element(text('Full Name')).toHaveValue("S. D'Souza-Rao");
    await expect.element(note).toHaveTextContent("Left out: # – this field takes letters, spaces and . ' ’ -.");
    await expectAccessible();
    await text('Mobile Number').fill('0091 98765 43210');
    await expect.element(text('Mobile Number')).toHaveValue('9876543210');
    await expect
      .element(note.last())
      .toHaveTextContent('Left out: 0091 – this field takes the 10 digits without a prefix.');
    await text('Full Name').click();
    await expect.element(note).toHaveTextContent('Left out: 0091 – this field takes the 10 digits without a prefix.');
  });

  test('a likely slip in the host of an e-mail and a number of years are asked about, and not refused', async () => {
    await open();
    await userEvent.type(text('Email'), 'asha@gmial.com');
    expect(form.getByText('Did you mean gmail.com?').elements()).toHaveLength(0);
    await text('Years of Recruitment').fill('22');
    await expect.element(form.getByText('Did you mean gmail.com?')).toBeVisible();
    await form.getByRole('button', { name: 'Yes' }).click();
    await expect.element(text('Email')).toHaveValue('asha@gmail.com');
    await expect.element(form.getByText('The year, such as 2012', { exact: false })).toBeVisible();
    await expectAccessible();
    await text('Email').fill('asha@yaho.com');
    await form.getByRole('button', { name: 'Keep mine' }).click();
    await expect.element(form.getByText(/^Did you mean/)).not.toBeInTheDocument();
    await expect.element(text('Email')).toHaveValue('asha@yaho.com');
  });

  test('files that cannot be sent are refused at once', async () => {
    await open();
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'scan.pdf', { type: 'application/pdf' });
    chooseFile(form.getByLabelText(/^Scanned ID Card/), large);
    await expect.element(form.getByText(/This file is larger than 10 MB. Please choose a smaller one./)).toBeVisible();
    const picture = form.getByLabelText(/^Profile Picture/);
    await picture.upload(new File(['a'], 'a.txt', { type: 'text/plain' }));
    await expect.element(form.getByText(/Please choose a picture: a JPEG, PNG or WebP file./)).toBeVisible();
    await picture.upload(new File(['no picture'], 'broken.jpg', { type: 'image/jpeg' }));
    await expect.element(form.getByText(/This picture cannot be read here./)).toBeVisible();
    chooseFile(picture, await pictureFile('asha.jpg'));
    await expect.element(form.getByText('asha.jpg')).toBeVisible();
    await expect.element(form.getByText(/This picture cannot be read here./)).not.toBeInTheDocument();
  });

  test('an e-mail address in use is reported at its field, and another one is accepted', async () => {
    const value = 'This e-mail already belongs to a registration or a member.';
    const calls = answer(registerMember, ({ body }) =>
      body.email === 'asha.rao@example.org'
        ? new AppError('EMAIL_TAKEN', value, { fields: { email: value } })
        : registered,
    );
    const { onRegistered } = await openFilled();
    await sendAnswers();
    await expect.element(message(value)).toBeVisible();
    const summary = form.getByRole('group', { name: '1 field needs your attention' });
    await expect.element(summary).toHaveFocus();
    // The server has refused it: also as a toast.
    await expect.element(page.getByRole('alert').getByText(value)).toBeVisible();
    await summary.getByRole('link', { name: value }).click();
    await expect.element(text('Email')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(message(value)).toBeVisible();
    await expect.element(text('Full Name')).toHaveValue('Asha Rao');
    await text('Email').fill('asha.two@example.org');
    await expect.element(form.getByText('All of these are mended.')).toBeVisible();
    await sendAnswers();
    await expect.poll(() => onRegistered.mock.calls).toHaveLength(1);
    expect(calls.map(({ body }) => body.email)).toEqual(['asha.rao@example.org', 'asha.two@example.org']);
  });
});

describe('the form', () => {
  test('says when it was saved, and shows all answers before they are sent, with a way back to each', async () => {
    await open();
    const check = form.getByRole('region', { name: 'Check your answers' });
    await expect.element(form.getByText(/^Saved on this device/)).not.toBeInTheDocument();
    await text('Full Name').fill('Asha Rao');
    await expect.element(form.getByText('Saved on this device, just now.')).toBeVisible();
    await fill();
    await expect.element(check).not.toBeInTheDocument();
    await next.click();
    await expect.element(form.getByRole('heading', { name: 'Check your answers' })).toHaveFocus();
    await expect.element(text('Full Name')).not.toBeInTheDocument();
    for (const answer of ['Patron, Rs 25,000', '17 May 1980', 'Maharashtra', 'Pune', 'Haveli', 'asha.jpg'])
      await expect.element(check.getByText(answer, { exact: true })).toBeVisible();
    expect(check.getByRole('button', { name: /^Change / }).elements()).toHaveLength(21);
    await expectAccessible();
    for (const [change, field] of [
      ['Change Email', text('Email')],
      ['Change Date of Birth', form.getByRole('spinbutton', { name: 'Day' })],
      ['Change State', combo('State')],
    ] as const) {
      await check.getByRole('button', { name: change }).click();
      await expect.element(field).toHaveFocus();
      await expect.element(check).not.toBeInTheDocument();
      await next.click();
    }
    // The browser's Back leads to the form, which still has everything.
    await expect.element(check).toBeVisible();
    history.back();
    await expect.element(text('Full Name')).toHaveValue('Asha Rao');
    await expect.element(form.getByText('asha.jpg')).toBeVisible();
  });

  test('a State loads its districts, and clears those of another', async () => {
    await open();
    await combo('District').click();
    await expect.element(page.getByText('Please select the state first')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await search('State', 'Kera', 'Kerala');
    await search('District', 'Ernak', 'Ernakulam');
    await combo('Sub-District').fill('Kochi');
    await search('State', 'Goa', 'Goa');
    await expect.element(combo('District')).toHaveValue('');
    await expect.element(combo('Sub-District')).toHaveValue('');
    await combo('District').click();
    await expect.element(option('North Goa')).toBeVisible();
    await expect.element(option('South Goa')).toBeVisible();
    await expect.element(option('Ernakulam')).not.toBeInTheDocument();
  });

  test('a list that fails to load can be loaded again at its field', async () => {
    await open({ withStates: false });
    await combo('State').click();
    // The open list covers the button, so it shows the message itself.
    await expect.element(page.getByRole('presentation').getByText('The list could not be loaded.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    answer(listStates, states);
    await form.getByRole('button', { name: 'Try again' }).click();
    await search('State', 'Kera', 'Kerala');
    await expect.element(form.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test('Others and Association Office open their fields, and hidden ones are not sent', async () => {
    const calls = answer(registerMember, registered);
    await openFilled();
    await choose('Organization Position', 'Others');
    await text('Organization Other Role').fill('left over');
    await choose('Organization Position', 'Association Office');
    await expect.element(text('Organization Other Role')).not.toBeInTheDocument();
    await choose('Association Office', 'Others');
    await text('Association Other Role').fill('Archivist');
    await choose('Area of Interest', 'Others');
    await text('Other Area of Interest').fill('Moot courts');
    await choose('Contribution', 'Others');
    await text('Contribution Other Role').fill('Translations');
    await search('Specialisation', 'Others', 'Others');
    await userEvent.keyboard('{Escape}');
    await text('Other Specialisation').fill('Maharashtra Control of Organised Crime Act');
    await sendAnswers();
    await expect.poll(() => calls).toHaveLength(1);
    expect(calls[0]!.body).toMatchObject({
      organization: 'Association Office',
      organizationOther: '',
      associationOffice: 'Others',
      associationOfficeOther: 'Archivist',
      interest: 'Others',
      interestOther: 'Moot courts',
      contribution: 'Others',
      contributionOther: 'Translations',
      specialisationOther: 'Maharashtra Control of Organised Crime Act',
      termsVersion: currentTermsVersion,
    });
  });

  test('a large picture is shrunk and rotated upright before it is sent', async () => {
    const calls = answer(registerMember, registered);
    // Rotated by its metadata: the file has red at the left and blue at the right, shown as top and bottom.
    const picture = await pictureFile('camera.jpg', { width: 3_000, height: 2_000, orientation: 6 });
    await openFilled({ picture });
    await sendAnswers();
    await expect.poll(() => calls).toHaveLength(1);
    const sent = calls[0]!.files.picture!;
    expect(sent.size).toBeLessThan(picture.size / 2);
    const bitmap = await createImageBitmap(sent, { imageOrientation: 'none' });
    expect(bitmap.height).toBeGreaterThan(bitmap.width);
    expect(bitmap.height).toBeLessThanOrEqual(2_000);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    /** Red minus blue of one pixel, away from the border between the halves. */
    const redness = (part: number) => {
      const [red = 0, , blue = 0] = context.getImageData(50, Math.floor(bitmap.height * part), 1, 1).data;
      return red - blue;
    };
    expect(redness(0.2)).toBeGreaterThan(50);
    expect(redness(0.8)).toBeLessThan(-50);
  });

  test('a broken connection loses nothing, and the second attempt sends the same, by which the server recognises it', async () => {
    const first = answer(registerMember, 'lost');
    const { onRegistered } = await openFilled();
    await sendAnswers();
    await expect.element(page.getByText(/The server could not be reached/).first()).toBeVisible();
    const check = form.getByRole('region', { name: 'Check your answers' });
    await expect.element(check.getByText('Asha Rao')).toBeVisible();
    await expect.element(check.getByText('asha.jpg')).toBeVisible();
    const second = answer(registerMember, registered);
    await next.click();
    await expect.poll(() => onRegistered.mock.calls).toHaveLength(1);
    expect(second.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    const bytes = (file?: File) => file!.arrayBuffer().then((buffer) => [...new Uint8Array(buffer)]);
    for (const name of ['picture', 'document'] as const)
      expect(await bytes(second[0]!.files[name])).toEqual(await bytes(first[0]!.files[name]));
  });

  test('a double click sends once', async () => {
    const calls = answer(registerMember, registered);
    const { onRegistered } = await openFilled();
    await next.click();
    await expect.element(form.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
    // Both submits come before the next render.
    const element = form.element() as HTMLFormElement;
    element.requestSubmit();
    element.requestSubmit();
    await expect.poll(() => onRegistered.mock.calls).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });
});

test('every state is accessible', async () => {
  await open();
  await expectAccessible();
  await next.click();
  await expect.element(message(person.membership.message)).toBeVisible();
  await expectAccessible();
  for (const label of ['Gender', 'Specialisation']) {
    await combo(label).click();
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
  }
  await form.getByRole('button', { name: /Choose date/ }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectAccessible();
});

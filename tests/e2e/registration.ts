import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { settings } from '#server/features/settings/tables.ts';
import { type Database, notify } from '#server/platform/database/client.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { type RegistrationInput, registerMember } from '#shared/contracts/registrations.ts';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { Sentence } from '#shared/sentence.ts';
import { fromWire, toWire } from '#shared/wire-names.ts';
import { registrationBody } from '#tests/factories/members.ts';
import { idCardPicture, paymentPicture, portraitPicture } from '../../scripts/sample/pictures.ts';
import type { Site } from './site.ts';

/** A file for an upload. */
export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export interface ApplicantFiles {
  picture: Upload;
  document: Upload;
}

/** A drawn portrait and a drawn ID card, as picture files. */
export async function applicantFiles(): Promise<ApplicantFiles> {
  const portrait = await portraitPicture(7, 'Female');
  return {
    picture: { name: 'asha.jpg', mimeType: 'image/jpeg', buffer: portrait },
    document: { name: 'id-card.jpg', mimeType: 'image/jpeg', buffer: await idCardPicture(portrait) },
  };
}

/** A screenshot of a payment. */
export async function screenshotFile(): Promise<Upload> {
  return { name: 'paid.jpg', mimeType: 'image/jpeg', buffer: await paymentPicture('Patron member', 11) };
}

export const noPayment: PaymentDetails = {
  upiId: '',
  payeeName: '',
  bankName: '',
  accountName: '',
  accountNumber: '',
  ifsc: '',
  branch: '',
};

export const payment: PaymentDetails = {
  upiId: 'association@examplebank',
  payeeName: 'Association of Prosecutors & Friends',
  bankName: 'Example Bank',
  accountName: 'Association of Prosecutors',
  accountNumber: '0011223344',
  ifsc: 'EXMP0001234',
  branch: 'Supreme Court, New Delhi',
};

/** Sets the payment details, as the office does on its Payment tab. */
export async function setPayment(database: Database, details: PaymentDetails) {
  const [row] = await database.select({ id: settings.id }).from(settings);
  if (!row) throw new Error('There are no settings.');
  await database.update(settings).set({ payment: details }).where(eq(settings.id, row.id));
  await notify(database, 'content');
}

/** The membership page's form, filled in like a person, by its English texts. */
export class RegistrationPage {
  readonly page: Page;
  readonly form: Locator;
  readonly #language: Language;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.#language = language;
    this.form = page.getByRole('form', { name: this.#said('Registration') });
  }

  #said(text: string | Sentence): string {
    return inLanguage(text, this.#language);
  }

  async open() {
    await this.page.goto(pathIn(this.#language, paths.membership));
    await this.accept();
  }

  async accept() {
    await this.page.getByRole('button', { name: this.#said('Click Here to Accept') }).click();
    await expect(this.form).toBeVisible();
  }

  text(label: string): Locator {
    return this.form.getByRole('textbox', { name: this.#said(label), exact: true });
  }

  combo(label: string): Locator {
    return this.form.getByRole('combobox', { name: this.#said(label), exact: true });
  }

  file(label: 'Profile Picture' | 'Scanned ID Card'): Locator {
    return this.form.getByLabel(this.#said(label));
  }

  /** Chooses from a menu of a few options. */
  async choose(label: string, option: string) {
    await this.combo(label).click();
    await this.page.getByRole('option', { name: this.#said(option), exact: true }).click();
  }

  /** Chooses from a long list, searched by typing. */
  async search(label: string, typed: string, option: string) {
    await this.combo(label).fill(typed);
    await this.page.getByRole('option', { name: this.#said(option), exact: true }).click();
  }

  /** @param digits day, month and year, as typed */
  async birth(digits: string) {
    const parts = this.form.getByRole('group', { name: this.#said('Date of Birth') }).getByRole('spinbutton');
    await parts.first().click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(digits);
  }

  /** A message at a field. */
  message(text: string): Locator {
    return this.form.getByText(this.#said(text), { exact: true });
  }

  async fill({ picture, document }: ApplicantFiles, email = 'asha.rao@example.org') {
    await this.choose('Membership Type', `${this.#said('Patron')} · Rs 25,000`);
    await this.text('Full Name').fill('Asha Rao');
    await this.choose('Gender', 'Female');
    await this.birth('17051980');
    await this.text('Email').fill(email);
    await this.text('Mobile Number').fill('9876543210');
    await this.file('Profile Picture').setInputFiles(picture);
    // The preview moves the content below it, so a click that comes at once would miss.
    const chosen = this.form.getByRole('img', { name: this.#said('The chosen file') });
    await expect(chosen).toHaveCount(1);
    await this.search('State', 'Mahar', 'Maharashtra');
    await this.search('District', 'Pun', 'Pune');
    await this.combo('Sub-District').fill('Haveli');
    await this.text('Designation').fill('Public Prosecutor');
    await this.choose('Organization Position', 'Dist Head');
    await this.text('Name of the Court').fill('District and Sessions Court Pune');
    await this.text('ID Number').fill('MH/1234/2005');
    await this.text('Years of Experience').fill('20');
    await this.text('Years of Recruitment').fill('2005');
    await this.search('Specialisation', 'NDPS', 'NDPS Act, 1985');
    await this.search('Specialisation', 'POCSO', 'POCSO Act, 2012');
    await this.page.keyboard.press('Escape');
    await this.choose('Area of Interest', 'Webinars');
    await this.choose('Contribution', 'Lectures');
    await this.choose('International', 'Yes');
    await this.file('Scanned ID Card').setInputFiles(document);
    await expect(chosen).toHaveCount(2);
  }

  /** From the fields to the answers, and from there. */
  async continue() {
    const button = this.form.getByRole('button', { name: this.#said('Continue') });
    await button.click();
    await this.form.getByRole('heading', { name: this.#said('Check your answers') }).waitFor();
    await button.click();
  }
}

/** Registers by a call, for tests of later steps. @returns the address of the payment step */
export async function registerByCall(site: { url: string }, overrides: Partial<RegistrationInput> = {}) {
  const files = await applicantFiles();
  const form = new FormData();
  for (const [name, value] of Object.entries(
    toWire(registrationBody({ membership: 'Patron member', ...overrides }), registerMember.names?.body),
  )) {
    if (Array.isArray(value)) for (const entry of value) form.append(`${name}[]`, String(entry));
    else form.append(name, String(value));
  }
  form.append('profile_Pic', asFile(files.picture));
  form.append('document', asFile(files.document));
  const response = await fetch(`${site.url}/api${registerMember.path}`, { method: 'POST', body: form });
  const answer = registerMember.response.parse(fromWire(await response.json(), registerMember.names?.answer));
  const { id, reference } = answer.directory;
  return { id, reference, path: `/membership?isRegistered=true&id=${id}&membership=Patron%20member` };
}

function asFile({ name, mimeType, buffer }: Upload): File {
  return new File([new Uint8Array(buffer)], name, { type: mimeType });
}

/** A registration from the website, with its files and its proof of payment. */
export async function applicant(site: { url: string }, name = 'Meera Iyer'): Promise<string> {
  const files = await applicantFiles();
  const screenshot = await screenshotFile();
  const form = new FormData();
  const { Specialisation, ...texts } = toWire(registrationBody({ name }), registerMember.names?.body) as Record<
    string,
    unknown
  >;
  for (const [field, value] of Object.entries(texts)) form.append(field, String(value));
  for (const entry of Specialisation as string[]) form.append('Specialisation[]', entry);
  form.append('profile_Pic', blob(files.picture), files.picture.name);
  form.append('document', blob(files.document), files.document.name);
  const created = await fetch(`${site.url}/api/Directory/Create`, { method: 'POST', body: form });
  const { directory } = (await created.json()) as { directory: { _id: string } };
  const proof = new FormData();
  proof.append('utr', '630112345678');
  proof.append('Screenshot', blob(screenshot), screenshot.name);
  const address = `${site.url}/api/Directory/updatePaymentScreenshot/${directory._id}`;
  if (!(await fetch(address, { method: 'PATCH', body: proof })).ok) throw new Error('The proof was not taken.');
  return directory._id;
}
const blob = ({ buffer, mimeType }: Upload) => new Blob([new Uint8Array(buffer)], { type: mimeType });

/** The office checks everything that the applicant has sent, and approves. */
export async function approve(browser: Browser, site: Site, reference: string) {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto(`/admin/Registrations?search=${reference}`);
  await expect(page).toHaveURL(/\/admin\/Login$/);
  await page.getByLabel('Email').fill(site.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(site.admin.password);
  await page.getByRole('button', { name: 'Login in' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/Registrations\\?search=${reference}$`));
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('Initiated');
  await row.getByRole('button', { name: /^Review/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Review registration' });
  await expect(dialog).toContainText('District and Sessions Court Pune');
  await expect(dialog).toContainText('630112345678');
  await expect(dialog).toContainText('PAYMENT_INITIATED');
  await expect(dialog.getByRole('img')).not.toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Payment seen in the bank account' }).check();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  await page.getByRole('tab', { name: 'Approved' }).click();
  await expect(row).toContainText('Paid');
  await context.close();
}

/** The value of a line such as `E-mail: …` in a mail's text. */
export function lineOf(text: string, name: string): string {
  const value = new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1];
  if (!value) throw new Error(`The mail has no line '${name}: …':\n${text}`);
  return value.trim();
}

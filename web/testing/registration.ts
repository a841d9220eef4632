import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import type { Tier } from '#shared/contracts/tiers.ts';
import { chooseFile, pictureFile } from './pictures.ts';
import { answer } from './server.ts';

const about = { title: 'A tier', heading: 'A tier', benefits: [], hi: {}, older: [], offered: true, version: 1 };
export const tiers: Tier[] = [
  { membership: 'Patron member', fee: 25_000, ...about },
  { membership: 'Individual member', fee: 1_000, ...about },
];
const districts: Record<string, string[]> = {
  Maharashtra: ['Nagpur', 'Pune'],
  Kerala: ['Ernakulam', 'Kollam'],
  Goa: ['North Goa', 'South Goa'],
};
export const states = {
  success: true as const,
  data: Object.keys(districts)
    .sort()
    .map((name) => ({ name })),
};
export const registered = {
  success: true,
  message: 'Registered.',
  directory: {
    id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
    reference: 'AIP-2026-000001',
    paymentId: '9d1f1f5e-30c2-4a53-8a4b-2d0c8a5f7a10',
  },
} as const;

export const noPayment: PaymentDetails = {
  upiId: '',
  payeeName: '',
  bankName: '',
  accountName: '',
  accountNumber: '',
  ifsc: '',
  branch: '',
};

export const form = page.getByRole('form', { name: 'Registration' });
export const text = (label: string) => form.getByRole('textbox', { name: label, exact: true });
export const combo = (label: string) => form.getByRole('combobox', { name: label, exact: true });
/** A message at a field: not its link in the summary. */
export const message = (words: string) => form.getByText(words, { exact: true }).and(form.getByRole('paragraph'));
export const next = form.getByRole('button', { name: 'Continue' });

/** Sends a form that is filled in: from the fields to the answers, and from there. */
export async function sendAnswers() {
  await next.click();
  await expect.element(form.getByRole('heading', { name: 'Check your answers' })).toHaveFocus();
  await next.click();
}

/** Answers with the places that a registration chooses from. */
export function answerPlaces({ withStates = true } = {}) {
  answer(listStates, withStates ? states : 'lost');
  answer(listDistricts, ({ query }) => ({
    success: true as const,
    data: (districts[query.state] ?? []).map((name) => ({ name })),
  }));
  answer(listSubDistricts, { success: true, data: [{ name: 'Haveli' }] });
}

/** Chooses the two files of a registration. */
export async function choosePictures(picture?: File) {
  chooseFile(form.getByLabelText(/^Profile Picture/), picture ?? (await pictureFile('asha.jpg')));
  chooseFile(form.getByLabelText(/^Scanned ID Card/), await pictureFile('id-card.jpg'));
  await expect.poll(() => form.getByRole('img', { name: 'The chosen file' }).elements()).toHaveLength(2);
}

/** What somebody who joins today owes beside the admission. */
export const subscriptionAhead = { withApproval: null, from: '2027-04-01', amount: 1_000 };

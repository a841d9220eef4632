import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { canonicalBallot } from '#shared/ballots.ts';
import { takePaper, type Vote } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { endSession } from '#web/lib/login/session.ts';
import { chooseFile } from '#web/testing/pictures.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { decode, encode, paperHashOf, receiptOf } from './bytes.ts';
import { PaperHash } from './PaperHash.tsx';
import { Voting } from './Voting.tsx';

const names = [
  'Asha Rao',
  'Bimal Sen',
  'Venkatanarasimharajuvaripeta Lakshmi Subramanian',
  ...Array.from({ length: 17 }, (_, index) => `Candidate ${String.fromCharCode(65 + index)}`),
];
const options = (rows: readonly string[]) =>
  rows.map((name, index) => ({
    id: `c${index}`,
    name,
    memberNumber: null,
    photo: null,
    statement: index % 4 === 0 ? 'Twenty years in the district courts; for regular training in every State.' : '',
  }));
const base = { text: '', majority: null, none: false };
const president = { ...base, id: 'q1', kind: 'office', title: 'President', seats: 1, none: true } as const;
const secretaries = { ...base, id: 'q2', kind: 'office', title: 'Joint secretaries', seats: 2, none: true } as const;
const treasurer = { ...base, id: 'q3', kind: 'office', title: 'Treasurer', seats: 1 } as const;

const vote: Vote = {
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
  title: 'Election of office bearers 2027',
  text: '',
  state: 'open',
  questions: [
    { ...president, options: options(names) },
    { ...secretaries, options: options(names.slice(0, 4)) },
    { ...treasurer, options: options(names.slice(0, 1)) },
  ],
  filter: {},
  goodStanding: false,
  opensAt: '2026-11-25T04:30:00.000Z',
  closesAt: '2099-11-27T04:30:00.000Z',
  quorumPercent: 0,
  publicResult: false,
  withoutNotice: true,
  notice: null,
  publicKey: null,
  keyFingerprint: null,
  rollHash: null,
  paperHash: null,
  boxHash: null,
  people: 100,
  cancelReason: '',
  proposal: null,
  held: '',
  version: 1,
  createdAt: '2026-11-20T04:30:00.000Z',
  mine: { onRoll: true, reason: '', paperOn: null, objection: null, device: 'abc' },
};

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await page.viewport(1280, 900);
});

const open = (result = vote, at = '/Votes') => show(<Voting vote={result} reload={() => {}} />, { at, as: 'member' });
const choicesOf = (title: string) => page.getByRole('group', { name: title });
const labels = () =>
  [...document.querySelectorAll('fieldset')[0]!.querySelectorAll('label')].map((each) => each.textContent ?? '');

test('twenty candidates on a phone: large choices, in an order that stays the device’s own', async () => {
  await page.viewport(360, 900);
  const first = await open();
  await expect.element(choicesOf('President').getByRole('radio')).toHaveLength(21);
  expect(document.querySelectorAll('input:checked')).toHaveLength(0);
  const order = labels();
  // Called by the name alone, and described by the statement.
  const described = choicesOf('President').getByRole('radio', { name: 'Asha Rao', exact: true });
  await expect.element(described).toHaveAccessibleDescription(/^Twenty years/);
  for (const name of names) expect(order.filter((label) => label.startsWith(name))).toHaveLength(1);
  expect(order.at(-1)).toBe('None of these');
  const small = [...document.querySelectorAll('label')].filter((each) => each.getBoundingClientRect().height < 60);
  expect(small).toEqual([]);
  await expectAccessible();
  await first.end();
  await open();
  await expect.element(choicesOf('President')).toBeVisible();
  expect(labels()).toEqual(order);
});

test('in letters twice as large the paper still fits a phone, and its buttons leave room for it', async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  try {
    await open();
    await expect.element(choicesOf('President')).toBeVisible();
    await expectAccessible([360]);
    const how = 'Choose one candidate, or none of these.';
    await expect.element(choicesOf('President')).toHaveAccessibleDescription(new RegExp(`^${how}`));
    const bar = goOn.element().parentElement!;
    expect(bar.getBoundingClientRect().height).toBeLessThan(740 / 4);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test('another tab shows at once that the ballot is in the box', async () => {
  await open();
  await expect.element(page.getByText('You have not voted yet.')).toBeVisible();
  const result = { vote: vote.id, title: vote.title, message: 'AA', signature: 'AA', receipt: '0123 4567 89ab cdef' };
  localStorage.setItem(`vote:${vote.id}:${vote.mine!.device}`, JSON.stringify(result));
  window.dispatchEvent(new StorageEvent('storage'));
  await expect.element(page.getByRole('heading', { name: 'Your vote is in' })).toBeVisible();
  await expect.element(page.getByText('0123 4567 89ab cdef')).toBeVisible();
});

test('the whole paper by keyboard, to the check and back to one question', async () => {
  await page.viewport(360, 900);
  await open();
  await expect.element(choicesOf('President')).toBeVisible();
  expect(page.getByRole('group').elements()).toHaveLength(1);
  // Nothing is chosen at first, and Next asks.
  while (document.activeElement !== goOn.element()) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Nothing is chosen. Please choose,', { exact: false })).toBeVisible();
  await expectAccessible();
  await expect.element(choicesOf('President').getByRole('radio').first()).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(choicesOf('President').getByRole('radio', { name: 'None of these' })).toBeChecked();
  await userEvent.keyboard('{ArrowUp}');
  const last = names.find((name) => labels()[19]!.startsWith(name))!;
  await expect.element(choicesOf('President').getByRole('radio', { name: last })).toBeChecked();
  while (document.activeElement !== goOn.element()) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Question 2 of 2' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard(' ');
  const chosen = document.activeElement!.closest('label')!.textContent!;
  const secretary = names.find((name) => chosen.startsWith(name))!;
  await expect.element(page.getByText('1 of 2 chosen.')).toBeVisible();
  while (document.activeElement !== goOn.element()) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(check).toHaveFocus();
  const read = [...document.querySelectorAll('dd.font-semibold')].map((each) => each.textContent);
  expect(read).toEqual([last, secretary]);
  await expect
    .element(page.getByText('There are not more candidates than seats: Asha Rao.', { exact: false }))
    .toBeVisible();
  await expectAccessible();
  while (document.activeElement !== page.getByLabelText('Your password').element()) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Please enter your password')).toBeVisible();
  await expectAccessible();
  await change('President').click();
  await expect.element(choicesOf('President').getByRole('radio', { name: last })).toBeChecked();
  await blank.click();
  await expect.element(check).toHaveFocus();
  await expect.element(page.getByText('Blank', { exact: true })).toBeVisible();
  await change('President').click();
  await expect.element(page.getByText('You leave this question blank.')).toBeVisible();
  await goOn.click();
  await expect.element(check).toHaveFocus();
});

test('never more than there are seats, and none of these alone', async () => {
  await open(vote, '/Votes#question-2');
  const question = choicesOf('Joint secretaries');
  const box = (name: string) => question.getByRole('checkbox', { name });
  await box('Asha Rao').click();
  await box('Bimal Sen').click();
  await expect.element(page.getByText('2 of 2 chosen. To choose another one, take one back first.')).toBeVisible();
  await expect.element(box('Candidate A')).toBeDisabled();
  await expectAccessible();
  await box('None of these').click();
  await expect.element(page.getByText('None of these is chosen.')).toBeVisible();
  await expect.element(box('Asha Rao')).not.toBeChecked();
  await box('Candidate A').click();
  await expect.element(box('None of these')).not.toBeChecked();
  await box('Candidate A').click();
  // What was taken back is no blank vote.
  await expect.element(page.getByText('Nothing is chosen yet.')).toBeVisible();
  await goOn.click();
  await expect.element(page.getByText('Nothing is chosen. Please choose,', { exact: false })).toBeVisible();
});

const suite = RSABSSA.SHA384.PSS.Randomized();

/** A vote with its key. */
async function keyedVote() {
  const rsa = { name: 'RSA-PSS', hash: 'SHA-384', modulusLength: 3_072, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey(rsa, true, ['sign', 'verify']);
  const publicKey = encode(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)));
  return { pair, keyed: { ...vote, publicKey } };
}

/** A box that answers, or loses the connection, as told; what it has not been told it answers. */
function box(...lost: boolean[]) {
  const sent: RequestInit[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, init = {}) => {
    sent.push(init);
    if (lost[sent.length - 1]) throw new TypeError('Failed to fetch');
    const body = JSON.parse(String(init.body)) as { message: string; ballot: Record<string, string[]> };
    return Response.json({ receipt: await receiptOf(body.message, canonicalBallot(vote.questions, body.ballot)!) });
  });
  return sent;
}
const put = page.getByRole('button', { name: 'Put my ballot into the box' });
const goOn = page.getByRole('button', { name: 'Next' });
const blank = page.getByRole('button', { name: 'Leave this question blank' });
const check = page.getByRole('heading', { name: 'Check', exact: true });
const change = (title: string) => page.getByRole('button', { name: `Change: ${title}` });
const inTheBox = page.getByRole('heading', { name: 'Your vote is in' });

test('goes on where it was: after a wrong password, a paper that did not come, and a ballot without an answer', async () => {
  const { pair, keyed } = await keyedVote();
  await open(keyed);
  await expect.element(page.getByText('You have not voted yet.')).toBeVisible();
  await choicesOf('President').getByRole('radio', { name: 'Bimal Sen' }).click();
  await goOn.click();
  await blank.click();
  const password = page.getByLabelText('Your password');
  const message = 'The current password is incorrect';
  const refused = answer(takePaper, new AppError('WRONG_PASSWORD', message, { fields: { password: message } }));
  await password.fill('not this one');
  await put.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expectAccessible();

  const unanswered = answer(takePaper, 'lost');
  await password.fill('seven green parrots');
  await put.click();
  await expect.element(page.getByText('The connection broke before your paper came.', { exact: false })).toBeVisible();
  await expectAccessible();

  const rows = answer(takePaper, async ({ body }) => ({
    success: true as const,
    blindSignature: encode(await suite.blindSign(pair.privateKey, decode(body.blinded))),
  }));
  const sent = box(true, false, true);
  await put.click();
  const lost = page.getByText('The connection broke before the box answered.', { exact: false });
  await expect.element(lost).toBeVisible();
  // The same paper each time; and none is asked for again.
  const values = [...refused, ...unanswered, ...rows].map(({ body }) => body.blinded);
  expect(new Set(values).size).toBe(1);
  expect(values).toHaveLength(3);
  await expect.element(password).not.toBeInTheDocument();
  await expectAccessible();
  await change('President').click();
  const byText = page.getByText('You have taken your paper. Your ballot is not in the box yet.');
  await expect.element(byText).toBeVisible();
  await goOn.click();
  await put.click();
  await expect.element(inTheBox).toHaveFocus();
  await expect.element(page.getByText(/^[\da-f]{4} [\da-f]{4} [\da-f]{4} [\da-f]{4}$/)).toBeVisible();
  expect(rows).toHaveLength(1);
  await expectAccessible();

  // A change whose answer is lost: the earlier ballot counts, and the page says so.
  await page.getByRole('button', { name: 'Change my ballot' }).click();
  await expect.element(page.getByRole('heading', { name: /^Change your ballot/ })).toHaveFocus();
  await expect
    .element(page.getByText('Your ballot is in the box, and counts until you send another one.'))
    .toBeVisible();
  await choicesOf('President').getByRole('radio', { name: 'None of these' }).click();
  await goOn.click();
  await blank.click();
  await put.click();
  await expect.element(lost).toBeVisible();
  const between = page.getByText('Your earlier ballot is in the box. The box has not confirmed your change yet.');
  await expect.element(between).toBeVisible();
  await expectAccessible();
  await put.click();
  await expect.element(inTheBox).toHaveFocus();

  const bodies = sent.map(({ body }) => JSON.parse(String(body)) as { counter: number; ballot: object });
  expect(bodies.map(({ counter }) => counter)).toEqual([1, 1, 2, 2]);
  expect(bodies.map(({ ballot }) => ballot)).toEqual([
    { q1: ['c1'], q2: [] },
    { q1: ['c1'], q2: [] },
    { q1: ['none'], q2: [] },
    { q1: ['none'], q2: [] },
  ]);
  for (const { credentials, headers } of sent) {
    expect(credentials).toBe('omit');
    expect(Object.keys(headers as object)).toEqual(['content-type']);
  }
});

test('Back leads to the question before; choices outlive a reload of the tab, and end with the session', async () => {
  const bimal = choicesOf('President').getByRole('radio', { name: 'Bimal Sen' });
  const first = await open();
  await bimal.click();
  await goOn.click();
  await blank.click();
  await expect.element(check).toHaveFocus();
  await first.back();
  await expect.element(page.getByText('You leave this question blank.')).toBeVisible();
  await first.back();
  await expect.element(bimal).toBeChecked();
  await first.end();
  const again = await open(vote, '/Votes#check');
  await expect.element(check).toBeVisible();
  await expect.element(page.getByText('Bimal Sen')).toBeVisible();
  await again.end();
  // Also those of a ballot that could not be sent: the paper stays, with which another one can be cast.
  const key = `vote:${vote.id}:abc`;
  localStorage.setItem(key, JSON.stringify({ vote: vote.id, signature: 's', waiting: { q1: ['c1'] } }));
  endSession();
  expect(JSON.parse(localStorage.getItem(key)!)).toEqual({ vote: vote.id, signature: 's' });
  localStorage.removeItem(key);
  await open(vote, '/Votes#check');
  await expect.element(bimal).not.toBeChecked();
});

/** As the page does it: the vote is loaded again. */
function Loading({ given }: { given: Vote }) {
  const [shown, setShown] = useState(given);
  return <Voting vote={shown} reload={() => setShown({ ...given, mine: { ...given.mine!, paperOn: '2026-11-25' } })} />;
}

test('a paper of another device is asked for as a file, and checked', async () => {
  const { pair, keyed } = await keyedVote();
  answer(takePaper, new AppError('PAPER_TAKEN', 'You have taken your paper for this vote.'));
  await show(<Loading given={keyed} />, { at: '/Votes', as: 'member' });
  await blank.click();
  await blank.click();
  await page.getByLabelText('Your password').fill('seven green parrots');
  await put.click();
  await expect.element(page.getByRole('heading', { name: 'You have taken your paper' })).toBeVisible();
  await expect.element(page.getByText('If you saw the green tick on another device, you have voted.')).toBeVisible();
  await expectAccessible();

  const own = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const key = new Uint8Array(await crypto.subtle.exportKey('spki', own.publicKey));
  const message = suite.prepare(new Uint8Array(await crypto.subtle.digest('SHA-256', key)));
  const { blindedMsg, inv } = await suite.blind(pair.publicKey, message);
  const signature = await suite.finalize(
    pair.publicKey,
    message,
    await suite.blindSign(pair.privateKey, blindedMsg),
    inv,
  );
  const secret = new Uint8Array(await crypto.subtle.exportKey('pkcs8', own.privateKey));
  const texts = { message: encode(message), key: encode(key), secret: encode(secret), signature: encode(signature) };
  const paper = { vote: vote.id, title: vote.title, blinded: '', inverse: '', counter: 0, ...texts };
  const choose = (value: object) =>
    chooseFile(page.getByLabelText('The file with my paper'), new File([JSON.stringify(value)], 'paper.json'));
  const wrong = page.getByText('This file is not a paper of this vote.');
  choose({ ...paper, signature: encode(signature.map((byte) => byte ^ 1)) });
  await expect.element(wrong).toBeVisible();
  await expectAccessible();
  choose({ ...paper, waiting: { q1: ['c1'] } });
  await expect.element(page.getByText('You have taken your paper. Your ballot is not in the box yet.')).toBeVisible();
  // Choices in a file are not taken over.
  await expect.element(page.getByText('Blank', { exact: true }).first()).toBeVisible();
  expect(page.getByText('Bimal Sen').elements()).toEqual([]);
});

test('a paper that is not the frozen one is not signed, and the page says so', async () => {
  const bound = { ...vote, questions: vote.questions.slice(2), paperHash: 'f'.repeat(64) };
  await show(
    <>
      <PaperHash vote={bound} />
      <Voting vote={bound} reload={() => {}} />
    </>,
    { at: '/Votes', as: 'member' },
  );
  await expect.element(page.getByText('This is not the paper that was frozen:', { exact: false })).toBeVisible();
  await page.getByLabelText('Your password').fill('a password');
  await page.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect.element(page.getByText('Nothing was sent.', { exact: false })).toBeVisible();
  expect(localStorage.getItem(`vote:${vote.id}:${vote.mine!.device}`)).toBeNull();
});

test('a device refuses another paper than the one that it has', async () => {
  const hash = await paperHashOf({ ...vote, paperHash: '' });
  const bound = { ...vote, paperHash: hash };
  const result = {
    vote: vote.id,
    title: vote.title,
    message: 'AA',
    signature: 'AA',
    paperHash: 'e'.repeat(64),
    counter: 1,
  };
  localStorage.setItem(`vote:${vote.id}:${vote.mine!.device}`, JSON.stringify(result));
  await show(
    <>
      <PaperHash vote={bound} />
      <Voting vote={bound} reload={() => {}} />
    </>,
    { at: '/Votes', as: 'member' },
  );
  await expect.element(page.getByText('This is not the paper that was frozen:', { exact: false })).toBeVisible();
  await blank.click();
  await blank.click();
  await page.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect.element(page.getByText('Nothing was sent.', { exact: false })).toBeVisible();
});

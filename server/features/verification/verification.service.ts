import { type Core, serviceOf } from '#server/core.ts';
import { cardState } from '#server/features/card/card.service.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { erasedPerson } from '#server/features/receipts/issued.queries.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import type { Verified } from '#shared/contracts/verification.ts';
import { AppError } from '#shared/errors.ts';
import { receiptPrefixOfRehearsal } from '#shared/rehearsal.ts';
import {
  findByCode,
  findVerifiedCard,
  findVerifiedCertificate,
  findVerifiedReceipt,
  type VerifiedReceipt,
} from './verification.queries.ts';

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of each word and three stars, in any script: `A*** R***`. The length of the name stays hidden. */
export function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}***`)
    .join(' ');
}

const unknownCodes: Throttle = { name: 'verify-unknown', count: 30, seconds: 60 };

/** Tells what a code belongs to; a person with the code has the receipt or the card. */
export function createVerificationService(core: Core) {
  const { database } = core;
  const { address } = serviceOf(core, pictureAddresses);

  /**
   * @param from the caller; counted only for an unknown code
   * @throws NOT_FOUND, TOO_MANY
   */
  async function verify(code: string, from: Network): Promise<Verified> {
    const { receipt, card, certificate } = await findByCode(database, code.slice(0, 100));
    const verified = receipt
      ? await ofReceipt(receipt)
      : card
        ? await ofCard(card)
        : certificate
          ? await ofCertificate(certificate)
          : undefined;
    if (verified) return verified;
    await countTry(database, unknownCodes, from);
    throw new AppError('NOT_FOUND', 'This code belongs to no receipt, member card or certificate of the association.');
  }

  async function ofReceipt(id: string): Promise<Verified | undefined> {
    const verified = await findVerifiedReceipt(database, id);
    return verified && receiptAnswer(verified);
  }

  async function ofCertificate(id: string): Promise<Verified | undefined> {
    const row = await findVerifiedCertificate(database, id);
    if (!row) return undefined;
    const { label: number, content, cancelledAt, erasedAt } = row;
    const facts = { kind: 'certificate', number, date: content.until } as const;
    if (cancelledAt !== null || erasedAt !== null) {
      return { ...facts, valid: false, state: erasedAt !== null ? 'erased' : 'cancelled' };
    }
    return { ...facts, valid: true, state: 'genuine', name: content.name, conference: content.title };
  }

  async function ofCard(id: string): Promise<Verified | undefined> {
    const verified = await findVerifiedCard(database, id);
    if (!verified) return undefined;
    const { card, member } = verified;
    if (card.replacedAt !== null) return { kind: 'member', valid: false, state: 'replaced' };
    if (!member) return { kind: 'member', valid: false, state: 'left' };
    const { state, paidUntil } = await cardState(database, member);
    if (state !== 'valid') return { kind: 'member', valid: false, state };
    return {
      kind: 'member',
      valid: true,
      state,
      name: member.name,
      memberNumber: member.memberNumber ?? '',
      membership: member.membership,
      homeState: member.state,
      photo: member.cardPhoto ? address(member.id, member.pictureFile) : null,
      paidUntil: member.cardPaidUntil ? paidUntil : null,
    };
  }

  return { verify };
}

function receiptAnswer({ receipt: { label, content, cancelledAt }, paymentState }: VerifiedReceipt): Verified {
  const state = cancelledAt !== null ? 'cancelled' : paymentState === 'refunded' ? 'refunded' : 'genuine';
  const { receivedFrom, receivedOn, amount, purpose, period } = content;
  return {
    kind: 'receipt',
    valid: state === 'genuine' && !label.startsWith(receiptPrefixOfRehearsal),
    state,
    number: label,
    date: receivedOn,
    amount,
    purpose,
    period: period || null,
    name: receivedFrom === erasedPerson ? erasedPerson : maskedName(receivedFrom),
  };
}

import type { SubscriptionAhead } from '#shared/contracts/tiers.ts';
import { formatRupees } from '#shared/money.ts';
import { type Sentence, sentence } from '#shared/sentence.ts';

// What somebody owes, today and later: the one wording of cards, terms, payment step, mails and home.

/** `from 1 April 2027 Rs 1,000 a year`, with what is asked for before. */
export function laterSentence({ withApproval, from, amount }: SubscriptionAhead): Sentence {
  const rupees = formatRupees(amount);
  // A financial year begins on 1 April.
  const year = from.slice(0, 4);
  return withApproval === null
    ? sentence`from 1 April ${year} ${rupees} a year`
    : sentence`with the approval ${rupees} for ${withApproval}; from 1 April ${year} ${rupees} a year`;
}

/** `Rs 25,000 today; from 1 April 2027 Rs 1,000 a year`. @param today whole rupees */
export const owedSentence = (today: number, ahead: SubscriptionAhead): Sentence =>
  today === 0
    ? sentence`Nothing today; ${laterSentence(ahead)}`
    : sentence`${formatRupees(today)} today; ${laterSentence(ahead)}`;

/** The sentence of its English text; undefined of any other text. */
export function owedFromText(text: string): Sentence | undefined {
  const [, today, approval, period, year, amount] =
    /^(.*) today; (?:with the approval (.*) for ([\d-]+); )?from 1 April (\d{4}) (.*) a year$/.exec(text) ?? [];
  if (!today || !year || !amount) return undefined;
  const later =
    approval && period
      ? sentence`with the approval ${approval} for ${period}; from 1 April ${year} ${amount} a year`
      : sentence`from 1 April ${year} ${amount} a year`;
  return sentence`${today} today; ${later}`;
}

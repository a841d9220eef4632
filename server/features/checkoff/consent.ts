import { dayInWords } from '#server/platform/languages/dates.ts';
import type { LetterSheet } from '#server/platform/typesetting/letter-pages.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { formatRupees } from '#shared/money.ts';
import type { ConsentFacts } from './tables.ts';

/** The consent where the office has written none. */
const usual = {
  en: 'I request that the subscription of the association named above be deducted from my salary and paid to it. I am a member of this association, and of no other association of my service. This consent holds until I withdraw it in writing.',
  hi: 'मेरा अनुरोध है कि ऊपर नामित संघ का सदस्यता शुल्क मेरे वेतन से काटकर संघ को दिया जाए। मैं इसी संघ का सदस्य हूँ, और अपनी सेवा के किसी अन्य संघ का नहीं। यह सहमति तब तक मान्य है जब तक मैं इसे लिखित रूप में वापस न लूँ।',
};

const words = {
  en: {
    to: 'To the Drawing and Disbursing Officer',
    subject: 'Consent to the deduction of the subscription from the salary',
    facts: ['Name', 'Designation', 'Employee number', 'Member number', 'Amount', 'From the salary of'],
    each: { yearly: 'once a year', monthly: 'a month' },
    day: 'Date',
    signature: 'Signature',
    confirmed: 'Confirmed for the association',
  },
  hi: {
    to: 'आहरण एवं संवितरण अधिकारी को',
    subject: 'वेतन से सदस्यता शुल्क की कटौती के लिए सहमति',
    facts: ['नाम', 'पदनाम', 'कर्मचारी संख्या', 'सदस्य संख्या', 'राशि', 'किस माह के वेतन से'],
    each: { yearly: 'वर्ष में एक बार', monthly: 'प्रति माह' },
    day: 'दिनांक',
    signature: 'हस्ताक्षर',
    confirmed: 'संघ की ओर से पुष्टि',
  },
};

/** The letter of consent, from what was asked for alone, so that it is always the same. */
export function consentSheet(facts: ConsentFacts, language: 'en' | 'hi'): LetterSheet {
  const texts = words[language];
  const values = [
    facts.name,
    facts.designation,
    facts.employeeNumber,
    facts.memberNumber,
    `${formatRupees(facts.amount)} ${texts.each[facts.deduction]}`,
    monthInWords(facts.from, language),
  ];
  return {
    association: facts.association,
    address: facts.address,
    to: [texts.to, facts.office, ...facts.officeAddress.split(/\s*\n\s*/)].filter((line) => line !== ''),
    language,
    date: dayInWords(new Date(`${facts.on}T00:00:00Z`), language),
    subject: texts.subject,
    paragraphs: (facts.texts[language] || usual[language]).split(/\s*\n\s*/),
    facts: texts.facts.flatMap((name, index) => (values[index] ? [[name, values[index]] as [string, string]] : [])),
    tables: [],
    signatures: [
      [texts.day, texts.signature],
      [texts.day, texts.confirmed],
    ],
  };
}

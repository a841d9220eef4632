import { describe, expect, it } from 'vitest';
import { currentTermsVersion, policiesRevisedOn } from '#shared/legal.ts';
import { browserStorage } from '#web/features/policies/browser-storage.ts';
import { fillDocument, type StaticDocument } from '#web/features/policies/document.ts';
import { collectedOfPersons, shownToMembers } from '#web/features/policies/personal-data.ts';
import { privacyPolicy } from '#web/features/policies/privacy-policy.ts';
import { refundPolicy } from '#web/features/policies/refund-policy.ts';
import { terms } from '#web/features/policies/terms.ts';
import { informationCentre } from '#web/features/resources/information-centre.ts';

const policies = [privacyPolicy, terms, refundPolicy];
const documents: StaticDocument[] = [...policies, informationCentre];

function wordsOf(document: StaticDocument): string {
  const blocks = document.sections.flatMap((section) => [
    section.heading,
    ...section.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : block.items)),
  ]);
  return [document.title, document.intro, ...blocks].join('\n');
}

const example: StaticDocument = {
  title: 'Example',
  intro: 'From {{associationName}}.',
  sections: [
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        { kind: 'text', text: 'Use the form. Write to {{supportEmail}}. Call {{phone}}, or visit {{address}}.' },
        { kind: 'list', items: ['By e-mail: {{supportEmail}}', 'By telephone: {{phone}}'] },
      ],
    },
    { id: 'address', heading: 'Address', blocks: [{ kind: 'list', items: ['{{address}}'] }] },
  ],
};

describe('filling in a document', () => {
  it('puts every detail in its place', () => {
    const filled = wordsOf(
      fillDocument(example, {
        associationName: 'The Association',
        supportEmail: 'office@example.org',
        phone: '011 2345 6789',
        address: 'Court Road. New Delhi',
      }),
    );
    expect(filled).toBe(
      [
        'Example',
        'From The Association.',
        'Contact',
        'Use the form. Write to office@example.org. Call 011 2345 6789, or visit Court Road. New Delhi.',
        'By e-mail: office@example.org',
        'By telephone: 011 2345 6789',
        'Address',
        'Court Road. New Delhi',
      ].join('\n'),
    );
  });

  it('leaves out sentences, entries and sections whose detail is empty', () => {
    const filled = fillDocument(example, {
      associationName: 'The Association',
      supportEmail: 'office@example.org',
      phone: ' ',
    });
    expect(filled.sections).toEqual([
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [
          { kind: 'text', text: 'Use the form. Write to office@example.org.' },
          { kind: 'list', items: ['By e-mail: office@example.org'] },
        ],
      },
    ]);
  });

  it('inserts a detail literally, and does not change the original document', () => {
    const before = structuredClone(example);
    const filled = fillDocument(example, { associationName: '$& {{phone}} <b>', phone: '1' });
    expect(filled.intro).toBe('From $& {{phone}} <b>.');
    expect(example).toEqual(before);
  });
});

describe('the texts of the site', () => {
  const always = {
    associationName: 'The Association',
    theAssociation: 'the Association',
    TheAssociation: 'The Association',
  };
  const figures = {
    rejectedDays: '180',
    unpaidDays: '90',
    annualSubscription: 'Rs 1,000',
    subscriptionLater: 'from 1 April',
    individualFee: 'Rs 500',
  };
  const office = { supportEmail: 'a@example.org', phone: '1', address: 'New Delhi' };
  const officer = { officer: 'A. Rao, Secretary', officerEmail: 'g@example.org', officerPhone: '2' };

  it.each(documents.map((document) => [document.title, document] as const))(
    '%s reads well with the association’s name alone and with all details',
    (_, document) => {
      for (const values of [always, { ...always, ...figures }, { ...always, ...figures, ...office, ...officer }]) {
        const filled = fillDocument(document, values);
        expect(filled.sections.every((section) => section.blocks.length > 0)).toBe(true);
        expect(filled.sections.map(({ id }) => id)).toEqual(document.sections.map(({ id }) => id));
        expect(wordsOf(filled)).not.toMatch(/\{\{|\}\}|undefined| {2}|lorem|\bthe the\b/i);
      }
    },
  );

  it('has unique fragments that suit an address', () => {
    for (const document of documents) {
      const ids = document.sections.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    }
  });

  it('contains no amount that is a setting, and no Grievance Officer while none is set', () => {
    for (const document of documents) expect(wordsOf(document)).not.toMatch(/Rs \d/);
    expect(wordsOf(fillDocument(privacyPolicy, always))).not.toMatch(/Grievance Officer/);
    const named = wordsOf(fillDocument(privacyPolicy, { ...always, ...officer }));
    for (const fact of [officer.officer, `E-mail: ${officer.officerEmail}`, `Telephone: ${officer.officerPhone}`]) {
      expect(named).toContain(fact);
    }
    expect(named).toContain('within one month');
  });

  it('has the dates of its revisions; applicants accept the later one', () => {
    for (const { revisedOn } of policies) expect(revisedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(currentTermsVersion).toBe([terms.revisedOn, privacyPolicy.revisedOn].sort()[1]);
  });

  it('states the terms of a refund', () => {
    const words = wordsOf(refundPolicy);
    for (const fact of [
      '14 days from the date of purchase',
      'unused',
      'original payment method',
      'The buyer pays for return shipping',
      'Shipping charges are not refunded',
    ]) {
      expect(words).toContain(fact);
    }
  });

  it('states the subscription, who may revise it, and the order of priority', () => {
    const words = wordsOf(fillDocument(terms, { ...always, ...figures }));
    for (const fact of ['annual subscription of Rs 1,000', 'General Body', 'Patron, then Permanent, then Individual']) {
      expect(words).toContain(fact);
    }
    expect(words).toContain('Individual member: Rs 500');
    expect(words).not.toContain('Patron member:');
  });

  it('describes what is stored in a browser', () => {
    // That it is everything is a rule: scripts/rules.test.ts.
    const words = wordsOf(privacyPolicy);
    for (const { says } of browserStorage) expect(words).toContain(says ?? '');
  });
});

it('names other data of a person only with another date', () => {
  const named = [...collectedOfPersons, shownToMembers].join('\n');
  expect(
    `As of ${policiesRevisedOn.privacyPolicy}, to be dated in shared/legal.ts when this changes:\n${named}`,
  ).toMatchInlineSnapshot(`
    "As of 2026-11-25, to be dated in shared/legal.ts when this changes:
    About you: full name, gender, date of birth, e-mail address, mobile number and a profile picture.
    About your work: designation, position in your organization, office held in the association, if any, name of the court, ID number, years of experience, years of recruitment, and the statutes in which you specialise.
    Where you serve: State, district and sub-district.
    Your preferences: type of membership, area of interest, the contribution you wish to make, and whether you are interested in international work.
    Documents: a scan of your identity card, a screenshot of your payment and, if you give it, the transaction reference.
    name, picture, type of membership, designation, organization, office in the association, court, State, district, sub-district, specialisations, e-mail address and mobile number"
  `);
});

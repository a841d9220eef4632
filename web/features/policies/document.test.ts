import { describe, expect, it } from 'vitest';
import { fillDocument, type StaticDocument } from '#web/features/policies/document.ts';
import { privacyPolicy } from '#web/features/policies/privacy-policy.ts';
import { refundPolicy } from '#web/features/policies/refund-policy.ts';
import { membershipTerms, terms } from '#web/features/policies/terms.ts';
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

  it('takes a detail literally and leaves the document itself as it was', () => {
    const before = structuredClone(example);
    const filled = fillDocument(example, { associationName: '$& {{phone}} <b>', phone: '1' });
    expect(filled.intro).toBe('From $& {{phone}} <b>.');
    expect(example).toEqual(before);
  });
});

describe('the texts of the site', () => {
  it.each(documents.map((document) => [document.title, document] as const))(
    '%s reads well with the association’s name alone and with all details',
    (_, document) => {
      for (const values of [
        { associationName: 'The Association' },
        { associationName: 'The Association', supportEmail: 'a@example.org', phone: '1', address: 'New Delhi' },
      ]) {
        const filled = fillDocument(document, values);
        expect(filled.sections.every((section) => section.blocks.length > 0)).toBe(true);
        expect(filled.sections.map(({ id }) => id).filter((id) => id !== 'who-we-are')).toEqual(
          document.sections.map(({ id }) => id).filter((id) => id !== 'who-we-are'),
        );
        expect(wordsOf(filled)).not.toMatch(/\{\{|\}\}|undefined| {2}|lorem/i);
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

  it('gives every policy the same effective date', () => {
    expect(policies.map(({ effectiveDate }) => effectiveDate)).toEqual(Array(3).fill('January 1, 2025'));
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

  it('states the fees, the subscription and the order of priority', () => {
    const words = wordsOf(terms);
    for (const fact of [
      'Rs 25,000',
      'Rs 10,000',
      'Rs 1,000',
      'annual subscription of Rs 1,000',
      'General Body',
      'Patron, then Permanent, then Individual',
    ]) {
      expect(words).toContain(fact);
    }
    expect(membershipTerms.join(' ')).toContain('annual subscription of Rs 1,000, which the General Body may revise');
  });
});

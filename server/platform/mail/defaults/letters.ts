import { facts, heading, markup, wayOut } from '../layout.ts';
import { block, type Templates, word } from '../template.ts';

const words = {
  name: word<object>('Name of the reader'),
  title: word<object>('Title'),
  // Not required: a changed text may say the title in its own way.
  heading: {
    ...block('The title as a heading', (values: Record<'title', string>) => [heading(values.title)]),
    required: false,
  },
};
const text = block('What the office has written', (values: Record<'text', string>) => [markup(values.text)]);

/** The frame around the office's letters to members. */
export const letterTemplates: Templates<'circular' | 'notice'> = {
  circular: {
    subject: '{{title}}',
    text: `Circular {{number}} of {{association}}

{{heading}}

Dear {{name}},

{{text}}

{{unsubscribeLink}}`,
    variables: {
      ...words,
      number: { meaning: 'Number of the circular', required: true },
      text,
      unsubscribeLink: block('The way to end circulars by e-mail', ({ unsubscribeLink }) =>
        wayOut('To receive no more circulars by e-mail', unsubscribeLink),
      ),
    },
    examples: { title: 'Change of the court hours' },
  },
  notice: {
    subject: '{{title}}',
    text: `Notice {{number}} of {{association}}

{{heading}}

Dear {{name}},

{{meetingOn}}

{{text}}`,
    variables: {
      ...words,
      number: { meaning: 'Number of the notice', required: true },
      meetingOn: block('Day of the meeting', ({ meetingOn }) => [facts(['Day of the meeting', meetingOn])]),
      text,
    },
    examples: { title: 'Notice of the General Body', text: 'The General Body meets in **New Delhi**.' },
  },
};

import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { facts, link, ownLink, quote, text } from '../layout.ts';
import { block, type MailValues, type Templates, word } from '../template.ts';

type Part = Pick<
  MailValues<'participation-confirmed'>,
  'conference' | 'when' | 'where' | 'joinLink' | 'joinId' | 'joinPassword'
>;

const words = { name: word<object>('Name of the reader'), conference: word<object>('Title of the conference') };
const participationLink = block(
  'The reader’s own link to the participation',
  (values: Record<'participationLink', string>) => ownLink('Participation', values.participationLink),
  ['Participation'],
);
/** The conference, how to join it, and where a participation is managed. */
const variables = {
  ...words,
  when: word<object>('Day and time'),
  where: word<object>('Place'),
  details: block('Conference, time and place; where they are known, the joining details', (values: Part) => {
    const pairs: [string, string][] = [
      ['Conference', values.conference],
      ['When', values.when],
      ['Where', values.where],
      ['Meeting ID', values.joinId],
      ['Password', values.joinPassword],
    ];
    return [facts(...pairs.filter(([, value]) => value !== '')), ...link('Join', values.joinLink)];
  }),
  participationLink,
};
const end = `{{details}}

You can see, change or cancel your participation in this conference of {{association}} here:

{{participationLink}}`;

/** To participants, and to those who have asked to take part. */
export const conferenceTemplates: Templates<
  | 'participation-asked'
  | 'participation-member'
  | 'participation-link'
  | 'participation-confirmed'
  | 'participation-waiting'
  | 'participation-moved-up'
  | 'participation-cancelled'
  | 'participation-told'
  | 'conference-cancelled'
  | 'conference-reminder'
> = {
  'participation-asked': {
    subject: 'Please confirm: {{conference}}',
    text: `Dear {{name}},

Somebody has asked under this e-mail address to take part in a conference of {{association}}.

{{details}}

If it was you, please confirm it on this page until {{until}}. Until then nothing is settled:

{{participationLink}}

If it was not you, please ignore this mail.`,
    variables: {
      ...words,
      until: word('Until when the link is valid'),
      details: block('Conference, time and place', ({ conference, when, where }) => [
        facts(['Conference', conference], ['When', when], ['Where', where]),
      ]),
      participationLink,
    },
    examples: { until: '12 January 2027, 10:00 am' },
  },
  'participation-member': {
    subject: 'Please log in to take part: {{conference}}',
    text: `Dear {{name}},

Somebody has asked as a guest to take part in a conference of {{association}}, under this e-mail address, which belongs to a member.

{{details}}

If it was you, please log in first, and then choose ‘I take part’ on the page of the conference:

{{login}}

{{link}}

If it was not you, please ignore this mail.`,
    variables: {
      ...words,
      details: block('The conference', ({ conference }) => [facts(['Conference', conference])]),
      login: block('The link to the login', ({ site }) => link('Log in', site && `${site}${paths.login}`)),
      link: block('The link to the conference', (values) => link('The conference', values.link)),
    },
  },
  'participation-link': {
    subject: 'Your participation: {{conference}}',
    text: `Dear {{name}},

Somebody has asked under this e-mail address to take part in this conference. We know of you already.

${end}`,
    variables,
  },
  'participation-confirmed': {
    subject: 'You take part: {{conference}}',
    text: `Dear {{name}},

You are registered for this conference.

${end}`,
    variables,
  },
  'participation-waiting': {
    subject: 'Waiting list: {{conference}}',
    text: `Dear {{name}},

All places of this conference are taken at present. You are on the waiting list{{place}}. As soon as a place becomes yours we write to you; you need do nothing.

${end}`,
    variables: {
      ...variables,
      place: word('Place in the waiting list, after a comma', ({ position }) =>
        position === '' ? '' : sentence`, at place ${position}`,
      ),
    },
    examples: { joinLink: '', joinId: '', joinPassword: '' },
  },
  'participation-moved-up': {
    subject: 'A place for you: {{conference}}',
    text: `Dear {{name}},

A place has become free, and it is yours: you are registered for this conference.

${end}`,
    variables,
  },
  'participation-cancelled': {
    subject: 'Cancelled: your participation in {{conference}}',
    text: `Dear {{name}},

Your participation in this conference has been cancelled. If this is a mistake, please write to the office.

${end}`,
    variables,
    examples: { joinLink: '', joinId: '', joinPassword: '' },
  },
  'participation-told': {
    subject: '{{heading}}: {{conference}}',
    text: `Dear {{name}},

{{changes}}

{{text}}

${end}`,
    variables: {
      ...variables,
      heading: word('‘Changed’ where the conference has changed, else ‘News about’', ({ changes }) =>
        changes === '' ? 'News about' : 'Changed',
      ),
      changes: block('What has changed, where anything has', ({ changes }) =>
        changes === '' ? [] : [text('Please note what has changed about this conference:'), quote(changes)],
      ),
      text: block('What the office writes, where it does', (values) =>
        values.text === '' ? [] : [text('The office writes:'), quote(values.text)],
      ),
    },
    examples: { text: 'Please bring your identity card.', changes: 'Place: Hall 1 → Hall 2' },
  },
  'conference-cancelled': {
    subject: 'Cancelled: {{conference}}',
    text: `Dear {{name}},

This conference has been cancelled; it does not take place.

{{reason}}

${end}`,
    variables: {
      ...variables,
      reason: block('The reason', ({ reason }) => [quote(reason)]),
    },
    examples: { reason: 'The hall has been flooded.', joinLink: '', joinId: '', joinPassword: '' },
  },
  'conference-reminder': {
    subject: '{{heading}}: {{conference}}',
    text: `Dear {{name}},

This conference is {{day}}. We look forward to seeing you.

${end}`,
    variables: {
      ...variables,
      heading: word('‘Tomorrow’ or ‘Today’', (values) => (values.text === 'today' ? 'Today' : 'Tomorrow')),
      day: word('‘tomorrow’ or ‘today’', (values) => values.text || 'tomorrow'),
    },
    examples: { text: '' },
  },
};

import { facts, link } from '../layout.ts';
import { block, type Templates, word } from '../template.ts';

const name = word<object>('Name of the reader');
const title = word<object>('Title of the vote');
const linkTo = (meaning: string, label: string) =>
  block(meaning, ({ link: url }: Record<'link', string>) => link(label, url));
const toVote = linkTo('The link to the vote', 'Open the vote');
const until = word<object>('When voting closes');
const examples = { title: 'Election of office bearers 2027', until: '20 February 2027 at 5:00 pm', boxHash: 'f3b0…' };

/** Mails about secret ballots. None has a ballot or a receipt. */
export const voteTemplates: Templates<
  'vote-paper' | 'vote-open' | 'vote-reminder' | 'vote-declared' | 'vote-proposed' | 'vote-held'
> = {
  'vote-paper': {
    subject: 'You took your paper for {{title}}',
    text: `Dear {{name}},

You took your paper for ‘{{title}}’, a vote of {{association}}. It is on the device with which you took it. If your ballot is not in the box yet, put it in there; until voting closes you can change it there, too. The page of the vote says where you stand.

If it was not you, please change your password and write to the office at once.

{{link}}`,
    variables: { name, title, link: toVote },
    examples,
  },
  'vote-open': {
    subject: 'Voting is open: {{title}}',
    text: `Dear {{name}},

Voting is open for ‘{{title}}’, a vote of {{association}}. It closes on {{until}}.

You vote on the website, with your login and your password, on a device that you will keep until then. Nobody can see what you choose.

{{link}}`,
    variables: { name, title, until, link: toVote },
    examples,
  },
  'vote-reminder': {
    subject: 'Voting closes soon: {{title}}',
    text: `Dear {{name}},

You have not taken your paper yet for ‘{{title}}’, a vote of {{association}}. Voting closes on {{until}}; you vote on the website, with your login and your password.

{{link}}`,
    variables: { name, title, until, link: toVote },
    examples,
  },
  'vote-declared': {
    subject: 'The result: {{title}}',
    text: `Dear {{name}},

The result of ‘{{title}}’, a vote of {{association}}, has been declared. On the website you can read it, count the box again, and check that your ballot is in it.

{{box}}

{{link}}`,
    variables: {
      name,
      title,
      box: block('The hash of the box', ({ boxHash }) => [facts(['SHA-256 of the box', boxHash])]),
      link: toVote,
    },
    examples,
  },
  'vote-proposed': {
    subject: 'Waits for a second person: {{title}}',
    text: `In the vote ‘{{title}}’ of {{association}} a step waits for a second person with the power for votes, who agrees to it or refuses it. It lapses after seven days.

{{details}}

{{link}}`,
    variables: {
      title,
      details: block('Who has proposed what', ({ by, step }) => [facts(['Proposed by', by], ['Step', step])]),
      link: toVote,
    },
    examples: { ...examples, by: 'secretary@example.org', step: 'freeze the roll with 1,204 members' },
  },
  'vote-held': {
    subject: 'A vote needs the office: {{title}}',
    text: `The vote ‘{{title}}’ of {{association}} cannot go on as planned.

{{details}}

{{link}}`,
    variables: {
      title,
      details: block('The reason', ({ reason }) => [facts(['Reason', reason])]),
      link: toVote,
    },
    examples: { ...examples, reason: 'Its notice was not sent.' },
  },
};

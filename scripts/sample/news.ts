import type { SceneName } from './pictures.ts';

interface Article {
  daysAgo: number;
  title: string;
  location: string;
  description: string;
  picture: SceneName;
}

/** Invented articles about the life of the association, newest first. No real person or case is meant. */
export const newsArticles: Article[] = [
  {
    daysAgo: 2,
    title: 'A digest of the first judgments under the new codes is being prepared',
    location: 'New Delhi',
    picture: 'books',
    description: `More than two years after the three new criminal laws came into force, High Courts and the Supreme Court have begun to settle their meaning. A working group of the association now collects these judgments in a digest for everyday use in the trial court.

Each entry will fit on one page: the point of law in one sentence, the facts in three, the passage that matters, and a remark on what it changes for the prosecutor. Judgments on the certificate for electronic records, on audio-video recording of searches, and on the time limits of investigation come first.

Members are invited to send notes. One page, one point of law, no names of victims or witnesses. The first part will be published on this site free of charge.`,
  },
  {
    daysAgo: 6,
    title: 'National conference: the programme is out',
    location: 'New Delhi',
    picture: 'hall',
    description: `‘Independent, prepared, heard’ is the theme of this year’s national conference. The programme has now been published.

The first day belongs to practice. Three working groups will deal with the examination of witnesses, with forensic reports, and with the part of the victim in the trial. Each group ends with five recommendations that fit on one sheet.

On the second morning the groups report, followed by a discussion on the safety of prosecutors. In the afternoon the General Body meets. Its agenda includes the annual report, the accounts and the annual subscription.

Members take part free of charge. Those who need a letter for their department can ask the office for one.`,
  },
  {
    daysAgo: 13,
    title: 'Forty newly appointed prosecutors complete the induction course',
    location: 'Bhopal',
    picture: 'group',
    description: `For five days forty newly appointed Assistant Public Prosecutors sat on the school bench once more. The induction course took them from the first reading of a charge sheet to the final arguments.

The days began with short lectures and went on in small groups with a prepared file. Every participant examined a witness at least twice: once with a witness who remembered everything, and once with one who remembered nothing.

“Nobody had told me how much of the work lies in the week before the hearing,” said one of them at the end. The course will be repeated in spring. The material is open to all members.`,
  },
  {
    daysAgo: 20,
    title: 'Check list for seizures under the NDPS Act revised',
    location: 'Amritsar',
    picture: 'desk',
    description: `The check list that many members keep in their NDPS files has been revised. It now follows the order in which a court looks at a seizure: information and its record, search and the right to be searched before a Gazetted Officer or a Magistrate, seizure memo, inventory and samples under section 52A, seals, storage, and despatch to the laboratory.

Beside every step stands the document that proves it and the witness who can speak to it. Gaps become visible while there is still time to close them.

The check list is meant as an aid to memory. It does not replace reading the section.`,
  },
  {
    daysAgo: 31,
    title: 'The members’ directory is now searchable by special law',
    location: 'New Delhi',
    picture: 'library',
    description: `Who has conducted a prosecution under the Wild Life (Protection) Act in the neighbouring district? Until now the answer took a dozen telephone calls. In the members’ directory one can now look for colleagues by the statutes they know.

The entry of each member decides what is found. Please look at your profile and tick the laws with which you have real experience. Everyone can hide the e-mail address, the mobile number or the whole entry at any time.

The directory remains what it has always been: confidential, and for professional contact only.`,
  },
  {
    daysAgo: 44,
    title: 'Prosecutors of the North-East agree on a list of interpreters',
    location: 'Guwahati',
    picture: 'hills',
    description: `More languages are spoken in the courts of the North-East than anywhere else in the country. When a witness can only be understood with the help of an interpreter, a hearing often has to be put off because none is at hand.

At the regional meeting in Guwahati, prosecutors of all eight States decided to help themselves. They are building a shared list of interpreters who are ready to come to court or to join by video conference, with language, district and experience.

A monthly call will keep the group together. The next meeting takes place in Shillong.`,
  },
  {
    daysAgo: 58,
    title: 'How to speak with a child before the trial: a guide for the first meeting',
    location: 'Kochi',
    picture: 'courtroom',
    description: `The first meeting with a child witness decides a great deal. A small group of members, together with two counsellors, has written a guide to it. It has eight pages and begins with a sentence that is easily forgotten: the prosecutor is there to listen.

The guide explains how to prepare the room, how to explain what a court is, which questions lead and which do not, and how to tell preparing apart from tutoring. It reminds the reader of sections 33 to 38 of the POCSO Act: frequent breaks, no aggressive questioning, no repeated calling of the child, and no disclosure of identity.

A translation into Malayalam is ready; others are welcome.`,
  },
  {
    daysAgo: 73,
    title: 'Essay competition for young prosecutors: the results',
    location: 'Lucknow',
    picture: 'scales',
    description: `‘Fairness as a duty of the prosecution’ was the subject of this year’s essay competition for prosecutors with less than five years of service. Eighty-six essays arrived from nineteen States.

The jury praised how many authors wrote from their own courtroom. The winning essay tells of a case in which the prosecutor placed before the court a document that helped the accused, and of the conversation with the complainant afterwards. The second prize went to an essay on withdrawal from prosecution, the third to one on bail for first-time offenders under section 479 of the Bharatiya Nagarik Suraksha Sanhita.

The ten best essays will be printed. The next competition begins in January.`,
  },
  {
    daysAgo: 96,
    title: 'Forensic teams at the scene: what the prosecutor should ask for',
    location: 'Hyderabad',
    picture: 'domes',
    description: `For offences punishable with seven years or more, section 176(3) of the Bharatiya Nagarik Suraksha Sanhita asks for a visit of forensic experts to the scene of crime and for its recording on video. States were given time to put this into practice, and they have come differently far.

At a workshop in Hyderabad, scientists and prosecutors looked at the same three case files. The prosecutors asked for shorter reports with a clear answer. The scientists asked for precise questions.

One result is a form of half a page: what is to be found out, from which exhibit, by which date, and for which fact in issue. It can be asked for from the office.`,
  },
  {
    daysAgo: 121,
    title: 'Mentors for the first year in court',
    location: 'Chennai',
    picture: 'pillars',
    description: `Thirty experienced members have agreed to accompany a younger colleague through the first year of service. Mentor and mentee speak once a month, and whenever something does not let one sleep.

The rules are simple. What is said remains between the two. The mentor does not tell the mentee how to conduct a case. And nobody from the same district is paired, so that no one has to speak about superiors.

New mentors are welcome, especially from the smaller courts.`,
  },
  {
    daysAgo: 155,
    title: 'Safety of prosecutors: recommendations handed over',
    location: 'Jaipur',
    picture: 'courthouse',
    description: `Prosecutors who conduct trials against organised crime are exposed. A committee of the association has put together what would help them at little cost: a separate entrance and waiting room in court complexes, no private addresses in public lists, a contact officer in every district, and transport on the day of the judgment.

The recommendations have been sent to the State directorates. They name no case and no person.

Members who have been threatened should report it to the police and, if they wish, tell the office in confidence.`,
  },
  {
    daysAgo: 190,
    title: 'The office will be closed for three days',
    location: 'New Delhi',
    picture: 'lamp',
    description: `The office of the association is closed for the holidays from Friday to Sunday. Registrations received in these days are looked at from Monday.

We wish all members and their families a bright festival.`,
  },
];

import { seededRandom } from '../../scripts/sample/random.ts';

/** A text of a collection, and questions that a lawyer types to find one of them. */
export interface LegalText {
  title: string;
  number: string;
  paragraphs: string[];
}

const states = ['Kerala', 'Bihar', 'Goa', 'Punjab', 'Assam', 'Gujarat', 'Odisha', 'Tripura', 'Sikkim', 'Karnataka'];
const names = [
  'Rao',
  'Pillai',
  'Singh',
  'Das',
  'Iyer',
  'Khan',
  'Mehta',
  'Nair',
  'Gogoi',
  'Patil',
  'Menon',
  'Sharma',
  'Bose',
  'Reddy',
];
const subjects = [
  'murder',
  'theft',
  'cheating',
  'forgery',
  'robbery',
  'kidnapping',
  'bribery',
  'arson',
  'rioting',
  'defamation',
];
const usual = [
  'The prosecution examined its witnesses, and the accused was heard on the evidence.',
  'The learned counsel for the accused submitted that the investigation was faulty.',
  'The court has considered the submissions of both sides with care.',
  'The public prosecutor placed the charge sheet and the reports before the court.',
  'Section 313 was complied with, and the accused denied the charge.',
  'The appeal is decided on the record of the trial court.',
  'The sentence is to be read with section 428, and the period in custody is set off.',
  'Exhibits were marked, and the property was produced before the magistrate.',
];

/** The texts that answer the questions: what each alone says, among the usual sentences. */
const answers: readonly (readonly [question: string, title: string, number: string, says: string])[] = [
  [
    '"grave and sudden provocation"',
    'State of Kerala v. Raman',
    '2023 SCC OnLine Ker 101',
    'Whether there was grave and sudden provocation is a question of fact.',
  ],
  [
    '2023 SCC OnLine SC 512',
    'Union of India v. Harish',
    '2023 SCC OnLine SC 512',
    'Leave is granted, and the order of the tribunal is set aside.',
  ],
  [
    's. 304A rash driving fog',
    'State of Punjab v. Gurmeet',
    '(2021) 3 AIP 17',
    'Under section 304-A the driving in fog was rash, but not gross negligence.',
  ],
  ['धारा ३०२ दंड', 'मध्य प्रदेश राज्य बनाम रामलाल', '2024 म.प्र. 77', 'धारा 302 के अंतर्गत आजीवन कारावास का दण्ड यथावत रखा गया।'],
  [
    'dying declaration not read over',
    'State of Bihar v. Mohan',
    '2022 Pat 55',
    'The dying declaration was not read over to the declarant by the magistrate.',
  ],
  [
    'sanction for prosecution time limit',
    'Circular on sanction for prosecution',
    'DoP/12/2025',
    'Sanction for prosecution: the time limit is three months from the request.',
  ],
  [
    'certificate electronic record hash',
    'Circular on electronic evidence',
    'DoP/14/2025',
    'The certificate for an electronic record names the device and the hash value.',
  ],
  [
    '"hostile witness"',
    'State of Tamil Nadu v. Selvam',
    '2020 Mad 31',
    'The part of the evidence of a hostile witness that agrees may be relied upon.',
  ],
  [
    'child witness competence',
    'Note on child witnesses',
    'Training 7',
    'The competence of a child witness is tested by some questions of the court.',
  ],
  ['ജാമ്യാപേക്ഷ തള്ളി', 'കേരള സംസ്ഥാനം എതിർ ദിനേശൻ', '2025 കേരള 9', 'പ്രതിയുടെ ജാമ്യാപേക്ഷ കോടതി തള്ളി.'],
  ['மரண வாக்குமூலம்', 'தமிழ்நாடு அரசு எதிர் முருகன்', '2024 சென்னை 9', 'மரண வாக்குமூலம் மருத்துவரின் சான்றிதழால் உறுதி செய்யப்பட்டது.'],
  ['درخواست ضمانت', 'ریاست بنام عبدالرشید', '2024 جے کے 9', 'عدالت عالیہ نے ملزم کی درخواست ضمانت مسترد کر دی۔'],
  [
    'DNA fifteen loci',
    'Forensic reports: how to read them',
    'Training 11',
    'A match of fifteen loci of DNA is stated with its frequency.',
  ],
  [
    'malkhana register seal',
    'State of Goa v. Fernandes',
    '2019 Bom 44',
    'The seal and the register of the malkhana proved the chain of custody.',
  ],
  [
    'witness protection threat analysis',
    'Circular on witness protection',
    'DoP/9/2026',
    'A threat analysis report is called for on the day of the application for witness protection.',
  ],
  [
    'welfare fund family member dies',
    'Minutes of the general body',
    'AGM/2025',
    'The welfare fund pays fifty thousand rupees to the family of a member who dies in service.',
  ],
  [
    'form travel reimbursement',
    'Application for the reimbursement of travel',
    'Form T-1',
    'Bills are attached in original to the form.',
  ],
  [
    'bhubaneswar conference',
    'Minutes of the managing body',
    'MB/2026/2',
    'The next conference is to be held at Bhubaneswar.',
  ],
  [
    'appeal against acquittal limitation',
    'Opinion on an appeal against acquittal',
    'Form A-3',
    'The limitation for the appeal against acquittal expires on the day stated.',
  ],
  [
    'vehicle panchnama return -murder',
    'Circular on case property',
    'DoP/22/2025',
    'Photographs and a panchnama take the place of the vehicle on its return to the owner.',
  ],
  // In other forms of the words.
  [
    'doctor examined victim',
    'State of Rajasthan v. Kailash',
    '2021 Raj 12',
    'The doctors who examine a victim need no permission of the police.',
  ],
  [
    'recoveries under section 27',
    'State of Odisha v. Bhoi',
    '2018 Ori 3',
    'A recovery under section 27 needs the discovery of a fact.',
  ],
  [
    'delay in lodging FIR explained',
    'State of Assam v. Kalita',
    '2022 Gau 8',
    'The prosecution explains the delays with which an FIR was lodged.',
  ],
  [
    'test identification parades',
    'State of Gujarat v. Parmar',
    '2017 Guj 19',
    'A test identification parade that is held late loses its worth.',
  ],
  [
    'confessions to a police officer',
    'State of Tripura v. Debbarma',
    '2020 Tri 4',
    'A confession made to police officers is not proved against its maker.',
  ],
  [
    'cancel bail threatened witnesses',
    'State of Sikkim v. Lepcha',
    '2023 Sik 2',
    'Bail is cancelled where somebody threatens a witness.',
  ],
  [
    'juvenile age certificates',
    'Note on children in conflict with law',
    'Training 15',
    'The age of juveniles is determined by the certificate of a school.',
  ],
  [
    'quashing FIR matrimonial disputes',
    'State of Karnataka v. Gowda',
    '2024 Kar 21',
    'An FIR about a matrimonial dispute was quashed after a settlement.',
  ],
  [
    'compensation to victims of acid attacks',
    'Circular on compensation',
    'DoP/31/2025',
    'The victim of an acid attack is compensated out of the scheme.',
  ],
  [
    "prosecutor's duty to disclose",
    'Note on disclosure',
    'Training 21',
    'Prosecutors disclose what helps the defence: these duties come first.',
  ],
  [
    'samples of narcotics before magistrate 52A',
    'Circular on narcotic drugs',
    'DoP/37/2025',
    'A sample of the narcotic is drawn before the magistrate under section 52-A.',
  ],
  // With words that no text has.
  [
    'what is the punishment for perjury',
    'State of Bihar v. Ojha',
    '2016 Pat 90',
    'Perjury is punished with seven years.',
  ],
  [
    'expert opinion handwriting mismatch deed',
    'Union of India v. Sinha',
    '2015 Cal 61',
    'The opinion of a handwriting expert is weak without the original deed.',
  ],
  [
    'abetment of suicide harassment creditors instalments',
    'State of Telangana v. Goud',
    '2023 Tel 11',
    'Harassment by a creditor is no abetment of a suicide.',
  ],
  [
    'how can remand be extended over videoconference link',
    'Circular on remand',
    'DoP/41/2026',
    'Remands are extended over a link where the road is closed.',
  ],
];

export const questions = answers.map(([question, title]) => ({ question, title }));

/** Two hundred texts: those that answer the questions, and others that resemble them. */
export function legalTexts(count = 200): LegalText[] {
  const random = seededRandom(41);
  const filler = (max: number) => random.sample(usual, random.int(3, max));
  const others = Array.from({ length: count - answers.length }, (_each, index): LegalText => {
    const [state, name, subject] = [
      states[index % states.length]!,
      names[index % names.length]!,
      subjects[index % subjects.length]!,
    ];
    const other = answers[index % answers.length]![3].split(' ').filter((_word, at) => at % 4 < 2);
    return {
      title: index % 4 === 0 ? `Circular on ${subject} in ${state}` : `State of ${state} v. ${name}`,
      number: index % 4 === 0 ? `DoP/${100 + index}/2024` : `${2000 + (index % 24)} SCC OnLine ${300 + index}`,
      // Some of the words of an answer, never all in a row.
      paragraphs: [...filler(6), `The charge was ${subject}. ${other.join(' and ')}.`, ...filler(6)],
    };
  });
  const right = answers.map(
    ([, title, number, says]): LegalText => ({ title, number, paragraphs: [...filler(6), says, ...filler(6)] }),
  );
  return [...others.slice(0, 90), ...right, ...others.slice(90)];
}

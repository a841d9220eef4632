import { indianDay, indianOffset } from '#shared/clock.ts';
import type { ConferenceContent } from '#shared/contracts/conferences.ts';
import type { ContactInput } from '#shared/contracts/contact.ts';
import type { Association, PaymentDetails } from '#shared/contracts/settings.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import type { SecondTexts } from '#shared/second-texts.ts';
import { newsArticles } from './news.ts';
import type { SceneName } from './pictures.ts';

export interface SampleNews {
  title: string;
  location: string;
  description: string;
  publishedAt: Date;
  active: boolean;
  picture: SceneName;
}

export interface SampleConference {
  input: ConferenceContent;
  active: boolean;
  picture: SceneName;
}

const dayMs = 24 * 60 * 60 * 1000;

/** `days` from the given day, at a time of day in India. */
function inIndia(today: Date, days: number, hours: number, minutes: number): Date {
  const day = indianDay(new Date(today.getTime() + days * dayMs));
  return new Date(`${day}T${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00${indianOffset}`);
}

/** Twelve articles, newest first; one of them is inactive. */
export function sampleNews(today: Date): SampleNews[] {
  return newsArticles.map(({ daysAgo, ...article }, index) => ({
    ...article,
    publishedAt: inIndia(today, -daysAgo, 10 + (index % 7), (index * 17) % 60),
    active: index !== newsArticles.length - 1,
  }));
}

interface ConferencePlan {
  name: string;
  days: number;
  hours: number;
  online: boolean;
  address: string;
  membersOnly?: boolean;
  active?: boolean;
  scene: SceneName;
  description: string;
}

const conferencePlans: ConferencePlan[] = [
  {
    name: 'Electronic evidence under the Bharatiya Sakshya Adhiniyam',
    days: 9,
    hours: 18,
    online: true,
    address: 'Online, by video conference',
    scene: 'webinar',
    description: `How does a chat, a call record or the recording of a camera become evidence that stands up in appeal? In ninety minutes we go through section 63 of the Bharatiya Sakshya Adhiniyam step by step: what is a primary and what a secondary electronic record, who signs Part A and who signs Part B of the certificate, what the hash value is for, and what to do when the device itself is no longer there.

The second half belongs to questions from the floor. Please send difficult cases in advance, without names and case numbers.`,
  },
  {
    name: 'National conference of public prosecutors',
    days: 47,
    hours: 10,
    online: false,
    address: 'Conference hall of the association, New Delhi',
    scene: 'hall',
    description: `Two days under the theme ‘Independent, prepared, heard: the prosecutor in the trial court’.

First day: opening; the directorates of prosecution in practice; the prosecutor and the police before the charge sheet; working groups on witness examination, forensic reports and the victim’s voice.
Second day: reports of the working groups; safety of prosecutors; the General Body of the association.

Members attend free of charge. Travel and lodging are arranged by each participant. Please bring your identity card.`,
  },
  {
    name: 'Sampling and seizure under the NDPS Act: a workshop',
    days: 23,
    hours: 14,
    online: false,
    address: 'Judicial academy, Pune',
    scene: 'books',
    description: `Many NDPS cases are lost between the spot and the laboratory. This workshop follows one seizure from the first entry in the register to the report of the chemical examiner: sections 42, 43, 50, 52A and 57, the inventory before the Magistrate, seals and samples, and the chain of custody.

Participants work in groups on a file prepared for the purpose. Seats are limited to 60.`,
  },
  {
    name: 'Examining the child witness',
    days: 16,
    hours: 17,
    online: true,
    address: 'Online, by video conference',
    membersOnly: true,
    scene: 'courtroom',
    description: `The POCSO Act asks for a court in which a child can speak. A prosecutor, a judge and a counsellor talk about preparation without tutoring, questions in the child’s own words, frequent breaks, support persons and interpreters, and about what to do when the child falls silent.

For members only; joining details are shown after login.`,
  },
  {
    name: 'Drafting the appeal against acquittal',
    days: -12,
    hours: 18,
    online: true,
    address: 'Online, by video conference',
    scene: 'desk',
    description: `When is an appeal against acquittal worth filing, and how does one write the opinion that recommends it? The session looked at section 419 of the Bharatiya Nagarik Suraksha Sanhita, at the standard of appellate interference, and at ten common mistakes in grounds of appeal.`,
  },
  {
    name: 'Regional meeting of the North-East',
    days: -38,
    hours: 11,
    online: false,
    address: 'District bar library, Guwahati',
    scene: 'hills',
    description: `Prosecutors from all eight States of the North-East met to compare notes on long distances, few forensic laboratories and many languages. They agreed on a shared list of interpreters and on a monthly call.`,
  },
  {
    name: 'Timelines of the Bharatiya Nagarik Suraksha Sanhita',
    days: -66,
    hours: 18,
    online: true,
    address: 'Online, by video conference',
    scene: 'clock',
    description: `Sixty days for the charge, two adjournments, judgment within thirty days of the arguments: the Sanhita is full of periods. The webinar gave an overview of all of them, from the registration of the first information to the judgment, with a one-page table for the desk.`,
  },
  {
    name: 'Planning round of the executive members',
    days: 30,
    hours: 16,
    online: true,
    address: 'Online, by video conference',
    membersOnly: true,
    active: false,
    scene: 'webinar',
    description: 'Preparation of the national conference: programme, speakers, working groups and budget.',
  },
];

/** Eight conferences around the given day: upcoming and past, online and offline; one of them is inactive. */
export function sampleConferences(today: Date): SampleConference[] {
  return conferencePlans.map((plan, index) => ({
    input: {
      title: plan.name,
      meetingType: plan.online ? 'Online' : 'Offline',
      meetingId: plan.online ? `${810 + index} ${4420 + index * 37} ${1957 + index * 11}` : '',
      meetingPassword: plan.online ? `sample-${2600 + index}` : '',
      meetingAddress: plan.address,
      meetingLink: plan.online ? `https://meet.example.org/sample-${index + 1}` : '',
      startsAt: inIndia(today, plan.days, plan.hours, 0).toISOString(),
      description: plan.description,
      joinMembersOnly: plan.membersOnly ?? false,
    },
    active: plan.active ?? true,
    picture: plan.scene,
  }));
}

/** Sites of Indian courts, ministries and legal bodies, in the order in which they are added. */
export const sampleResourceLinks: readonly { link: string; name: string }[] = [
  { link: 'https://www.barcouncilofindia.org/', name: 'Bar Council of India' },
  { link: 'https://nalsa.gov.in/', name: 'National Legal Services Authority' },
  { link: 'https://lawcommissionofindia.nic.in/', name: 'Law Commission of India' },
  { link: 'https://egazette.gov.in/', name: 'The Gazette of India' },
  { link: 'https://bprd.nic.in/', name: 'Bureau of Police Research and Development' },
  { link: 'https://www.ncrb.gov.in/', name: 'National Crime Records Bureau' },
  { link: 'https://www.mha.gov.in/', name: 'Ministry of Home Affairs' },
  { link: 'https://lawmin.gov.in/', name: 'Ministry of Law and Justice' },
  { link: 'https://legislative.gov.in/', name: 'Legislative Department' },
  { link: 'https://njdg.ecourts.gov.in/', name: 'National Judicial Data Grid' },
  { link: 'https://judgments.ecourts.gov.in/', name: 'eCourts: search of judgments' },
  { link: 'https://ecourts.gov.in/', name: 'eCourts Services' },
  { link: 'https://www.sci.gov.in/', name: 'Supreme Court of India' },
  { link: 'https://www.indiacode.nic.in/', name: 'India Code' },
];

/** Pictures of the gallery, newest first. */
export const samplePictures: readonly SceneName[] = [
  'courthouse',
  'hall',
  'sunrise',
  'books',
  'domes',
  'group',
  'lamp',
  'pillars',
  'scales',
  'desk',
  'courtroom',
  'hills',
  'library',
  'webinar',
  'clock',
];

/** Messages as the contact form would send them, with the days that have passed since. */
export const sampleContactMessages: readonly (Pick<ContactInput, 'name' | 'email' | 'mobile' | 'message'> & {
  daysAgo: number;
})[] = [
  {
    name: 'Ritika Bansal',
    email: 'ritika.bansal@example.org',
    mobile: '5010000011',
    message:
      'I was appointed Assistant Public Prosecutor in March. Can I register before my identity card has been issued, with the appointment order instead?',
    daysAgo: 1,
  },
  {
    name: 'K. Senthil Nathan',
    email: 'senthil.nathan@example.org',
    mobile: '5010000012',
    message:
      'Is it possible to attend the workshop on the NDPS Act as a guest? I am a Special Public Prosecutor in Tiruchirappalli and not yet a member.',
    daysAgo: 3,
  },
  {
    name: 'Prof. Madhura Lele',
    email: 'madhura.lele@example.org',
    mobile: '5010000013',
    message:
      'Our law college would like to invite a prosecutor to speak to the final year students about a day in the trial court. Whom may I contact in Kolhapur?',
    daysAgo: 6,
  },
  {
    name: 'Gurdeep Sodhi',
    email: 'gurdeep.sodhi@example.org',
    mobile: '5010000014',
    message:
      'I paid the fee for the lifetime membership twice by mistake, on Monday and on Tuesday. Both screenshots are with me. Please tell me how the second amount is returned.',
    daysAgo: 11,
  },
  {
    name: 'Lalrinpuii Ralte',
    email: 'lalrinpuii.ralte@example.org',
    mobile: '5010000015',
    message:
      'Thank you for the regional meeting. Could the table of timelines be sent to those of us who lost the connection halfway?',
    daysAgo: 19,
  },
  {
    name: 'Sajan Mathew',
    email: 'sajan.mathew@example.org',
    mobile: '5010000016',
    message:
      'The court named in my profile has moved to the new complex.\n\nCan I change this myself, or does the office have to confirm it?',
    daysAgo: 27,
  },
];

interface SampleUpdate {
  title: string;
  description: string;
  hindi?: SecondTexts<'title' | 'description'>;
}

/** Added after the updates that come with a fresh site. */
export const sampleUpdates: readonly SampleUpdate[] = [
  {
    title: 'Call for case notes',
    description:
      'The association collects short notes on judgments under the three new codes for a digest. One page, one point of law, no names. Please use the contact form.',
    hindi: {
      title: 'निर्णयों पर टिप्पणियाँ आमंत्रित हैं',
      description:
        'तीनों नई संहिताओं के अंतर्गत दिए गए निर्णयों पर संक्षिप्त टिप्पणियाँ एक संकलन के लिए आमंत्रित हैं। एक पृष्ठ, विधि का एक बिंदु, किसी का नाम नहीं। कृपया संपर्क फ़ॉर्म से भेजें।',
    },
  },
  {
    title: 'Registration for the national conference is open',
    description:
      'Members take part free of charge. The programme is on the Conferences page. Please tell us by the contact form whether you come, so that we can plan the working groups.',
    hindi: {
      title: 'राष्ट्रीय सम्मेलन के लिए पंजीकरण आरंभ',
      description:
        'सदस्यों के लिए सम्मेलन नि:शुल्क है। कार्यक्रम सम्मेलन पृष्ठ पर उपलब्ध है। कृपया संपर्क फ़ॉर्म द्वारा सूचित करें कि आप आ रहे हैं या नहीं, जिससे कार्य समूहों की व्यवस्था की जा सके।',
    },
  },
];

/** A reserved domain and an unassigned number, so that nobody is contacted by mistake. */
export const sampleAssociation: Association = {
  name: 'All India Association of Public Prosecutors',
  shortName: 'All India Prosecutors',
  phone: '+91 50100 00000',
  supportEmail: 'support@example.org',
  officeEmail: 'office@example.org',
  address: 'Sample House, 1 Court Road, New Delhi 110001',
  socialLinks: [
    { label: 'Facebook', url: 'https://social.example.org/facebook' },
    { label: 'X', url: 'https://social.example.org/x' },
    { label: 'LinkedIn', url: 'https://social.example.org/linkedin' },
    { label: 'YouTube', url: 'https://social.example.org/youtube' },
  ],
  grievanceOfficer: {
    name: 'Smt. Meenakshi Sample',
    designation: 'Joint Secretary',
    email: 'grievance@example.org',
    phone: '+91 50100 00001',
  },
  hi: {
    name: 'अखिल भारतीय लोक अभियोजक संघ',
    shortName: 'अखिल भारतीय अभियोजक',
    address: 'सैंपल हाउस, 1 कोर्ट रोड, नई दिल्ली 110001',
    designation: 'संयुक्त सचिव',
  },
};

/** The welcome message and About of a fresh site in Hindi. */
export const sampleHindi: Required<SecondTexts<'homeText' | 'aboutText'>> = {
  homeText: `हमारा संघ उन सभी का है जो भारत के दंड न्यायालयों में राज्य का पक्ष रखते हैं: मजिस्ट्रेट न्यायालय से लेकर उच्च न्यायालय तक, प्रत्येक राज्य और केंद्र शासित प्रदेश के, हर पद के लोक अभियोजक।

संघ विभिन्न राज्यों और सेवाओं के अभियोजकों को एक मंच पर लाता है। हम सम्मेलन और वेबिनार आयोजित करते हैं, नए आपराधिक क़ानूनों के विषय में अपनी जानकारी साझा करते हैं और कठिन प्रश्नों में एक-दूसरे की सहायता करते हैं।

यदि आप सेवारत या सेवानिवृत्त अभियोजक हैं, अथवा विधि व्यवसाय से जुड़े हैं और इन उद्देश्यों से सहमत हैं, तो संघ में आपका स्वागत है।`,
  aboutText: `अखिल भारतीय लोक अभियोजक संघ देश के सभी भागों के अभियोजकों का संघ है। अभियोजन निदेशक, उप निदेशक और सहायक निदेशक, लोक अभियोजक, अपर, विशेष और सहायक लोक अभियोजक तथा संघ के उद्देश्यों से सहमत विधि व्यवसायी इसके सदस्य बन सकते हैं।

संघ की आवश्यकता
निष्पक्ष आपराधिक विचारण के लिए ऐसा अभियोजक आवश्यक है जो स्वतंत्र हो, पूरी तैयारी से आए और जिसकी बात सुनी जाए। अलग-अलग राज्यों के अभियोजक अलग-अलग नियमों के अधीन और प्रायः अकेले कार्य करते हैं। संघ उन्हें एक साझा मंच देता है।

हमारे कार्य
हम आपराधिक विधि और प्रक्रिया पर, विशेष रूप से भारतीय न्याय संहिता, भारतीय नागरिक सुरक्षा संहिता और भारतीय साक्ष्य अधिनियम पर, सम्मेलन और वेबिनार आयोजित करते हैं।
हम सदस्यों की निर्देशिका रखते हैं, जिसमें किसी दूसरे ज़िले के सहयोगी या किसी विशेष विधि के जानकार को खोजा जा सकता है।
हम अभियोजकों के लिए समाचार और उपयोगी लिंक प्रकाशित करते हैं।

हमारे मूल्य
अभियुक्त के प्रति निष्पक्षता, पीड़ित की गरिमा, तथा न्यायालय और विधि के प्रति निष्ठा।

हमारा संगठन
सभी सदस्यों से आम सभा बनती है, जो वार्षिक सदस्यता शुल्क में परिवर्तन कर सकती है। अध्यक्ष से लेकर कार्यकारी सदस्यों तक पदाधिकारी संघ का कार्य चलाते हैं।`,
};

const benefitsOfAll = [
  'सदस्यों की निर्देशिका में नाम, और निर्देशिका देखने की सुविधा',
  'आपराधिक विधि और प्रक्रिया पर सम्मेलन और वेबिनार',
  'प्रत्येक राज्य और केंद्र शासित प्रदेश के अभियोजकों से संपर्क',
];

/** The texts of the tiers in Hindi. */
export const sampleTiers: Readonly<Record<MembershipValue, { title: string; heading: string; benefits: string[] }>> = {
  'Patron member': {
    title: 'संरक्षक सदस्यता',
    heading: 'उनके लिए जो संरक्षक के रूप में संघ को सहयोग देना चाहते हैं',
    benefits: [...benefitsOfAll, 'स्थान सीमित होने पर प्रथम वरीयता', 'सदस्यों की निर्देशिका में सबसे पहले नाम'],
  },
  'lifetime member': {
    title: 'स्थायी / आजीवन सदस्यता',
    heading: 'उनके लिए जो स्थायी सदस्य बनना चाहते हैं',
    benefits: [...benefitsOfAll, 'स्थान सीमित होने पर द्वितीय वरीयता'],
  },
  'Individual member': {
    title: 'व्यक्तिगत सदस्यता',
    heading: 'प्रत्येक अभियोजक और विधि व्यवसायी के लिए',
    benefits: [...benefitsOfAll, 'अन्य सभी सदस्यों के समान सुविधाएँ'],
  },
};

/** An invalid account, so that no money can be sent to it. */
export const samplePayment: PaymentDetails = {
  upiId: 'sample@upi',
  payeeName: 'Sample Association',
  bankName: 'Sample Bank of India',
  accountName: 'Sample Association Account',
  accountNumber: '000000000000',
  ifsc: 'SMPL0000000',
  branch: 'Sample Branch, New Delhi',
};

import type { DocumentAccess, DocumentLanguage } from '#shared/contracts/library.ts';
import type { SampleDocument } from './set-document.ts';

/** A document of the library with what its file says. */
export interface SampleLibraryDocument extends SampleDocument {
  category: 'Circulars' | 'Judgments' | 'Manuals' | 'Forms' | 'Minutes';
  number: string;
  /** Days before today. */
  daysAgo: number;
  language: DocumentLanguage;
  access: DocumentAccess;
  states: string[];
  summary: string;
}

type Row = readonly [
  category: SampleLibraryDocument['category'],
  title: string,
  number: string,
  daysAgo: number,
  /** '*' for everybody, '' for members, else the States. */
  readers: string,
  summary: string,
  /** What this document alone says, `|` between paragraphs. */
  text: string,
];

/** Invented documents; names, numbers and cases exist nowhere else. */
const rows: Record<'English' | 'Hindi' | 'Tamil' | 'Malayalam' | 'Urdu', readonly Row[]> = {
  English: [
    [
      'Circulars',
      'Sanction for prosecution: time limits',
      'DoP/Cir/12/2026',
      12,
      '*',
      'Within how many days a request for sanction has to be answered, and what the file must hold.',
      'Every request for sanction shall be placed before the competent authority within seven days of its receipt.|Where no answer is given within three months, the prosecutor reports this to the Director with the dates of all reminders.|The draft order is prepared on Form S-4 and names each provision under which sanction is asked for.',
    ],
    [
      'Circulars',
      'Witness protection: applications by the prosecutor',
      'DoP/Cir/9/2026',
      40,
      '*',
      'How an application for the protection of a witness is made, and who decides it.',
      'A threat analysis report is called for on the day on which the witness tells of a threat.|Interim protection may be asked for at once; the name and address of the witness stand in a sealed cover.',
    ],
    [
      'Circulars',
      'Opposing bail in offences against women and children',
      'DoP/Cir/5/2026',
      96,
      '',
      'What the prosecutor brings before the court when bail is asked for.',
      'Notice of the application is given to the informant, who is heard.|The prosecutor states whether the accused has earlier convictions, and whether the victim lives near by.',
    ],
    [
      'Circulars',
      'Video conferencing for the evidence of doctors',
      'DoP/Cir/31/2025',
      210,
      '',
      'Medical officers give evidence from the district hospital.',
      'The remote point is the court room of the nearest district hospital, in the presence of a co-ordinator.|Exhibits are shown with the document camera, and their marks are read aloud.',
    ],
    [
      'Circulars',
      'Return of case property before the trial ends',
      'DoP/Cir/22/2025',
      280,
      'Maharashtra,Gujarat',
      'Vehicles and perishable goods do not wait for the judgment.',
      'Photographs and a panchnama take the place of the vehicle at the trial.|The bond equals the value that the motor vehicles inspector has stated.',
    ],
    [
      'Circulars',
      'Electronic evidence: the certificate',
      'DoP/Cir/14/2025',
      330,
      '*',
      'What the certificate for electronic records says, and when it has to be produced.',
      'The certificate names the device, the hash value and the person who was in charge of it.|It may be produced at a later stage of the trial with leave of the court.',
    ],
    [
      'Judgments',
      'State of Kerala v. Raman Pillai',
      '2025 SCC OnLine Ker 9001',
      150,
      '*',
      'Grave and sudden provocation is a question of fact.',
      'The exception of grave and sudden provocation was pleaded. Whether the provocation was grave and sudden enough is a question of fact, and the burden is on the accused.|A quarrel of the day before is not sudden. The conviction under section 302 of the Indian Penal Code is upheld.',
    ],
    [
      'Judgments',
      'State of Bihar v. Mohan Prasad',
      '2024 SCC OnLine Pat 9002',
      420,
      '*',
      'A dying declaration that was not read over.',
      'The dying declaration was recorded by the executive magistrate, who did not read it over to the declarant.|This alone does not take its weight, if the doctor has certified that the injured person was fit to speak.',
    ],
    [
      'Judgments',
      'State of Tamil Nadu v. K. Selvam',
      '2023 SCC OnLine Mad 9003',
      700,
      '',
      'Hostile witness: which part of the evidence remains.',
      'The evidence of a hostile witness is not wiped off the record. The part that agrees with the prosecution may be relied upon after careful scrutiny.',
    ],
    [
      'Judgments',
      'Union of India v. Harish Mehta',
      '(2022) 9 AIP 304',
      1_100,
      '',
      'Section 304-A and the degree of negligence.',
      'For a conviction under section 304-A the negligence has to be gross. An error of judgment of a driver in fog was not.',
    ],
    [
      'Judgments',
      'State of Punjab v. Gurdev Singh',
      '2024 SCC OnLine P&H 9005',
      390,
      '',
      'Recovery of contraband: who must be present.',
      'The search was made by the officer who was also the complainant. The samples were drawn at the spot, and the seal was handed to an independent witness.|The chain of custody was proved by the register of the malkhana.',
    ],
    [
      'Manuals',
      'Manual for public prosecutors: from the charge sheet to the appeal',
      'Third edition',
      500,
      '*',
      'What a prosecutor does at each stage of a trial.',
      'Scrutiny of the charge sheet comes before everything else: list of witnesses, list of documents, sanction, limitation.|Opening the case, framing of charges, examination of witnesses, statement of the accused, arguments, sentence.|Within thirty days of an acquittal the prosecutor gives an opinion on an appeal, with reasons.',
    ],
    [
      'Manuals',
      'Examination of child witnesses',
      'Training note 7',
      640,
      '*',
      'Language, breaks, and the screen.',
      'Questions are short. The child may have a person of trust near, and sees no accused.|The court asks some questions to learn whether the child understands the duty to speak the truth.',
    ],
    [
      'Manuals',
      'Forensic reports: how to read them',
      'Training note 11',
      260,
      '',
      'DNA, fingerprints, ballistics, toxicology.',
      'The report of the laboratory names the number of the sample, the seal, the method and the probability.|A match of fifteen loci is stated with the frequency in the population.',
    ],
    [
      'Forms',
      'Application for the reimbursement of travel',
      'Form T-1',
      800,
      '',
      'For prosecutors who appear outside of their district.',
      'Name, member number, court, case number, days of travel, amount. Bills are attached in original.',
    ],
    [
      'Forms',
      'Opinion on an appeal against acquittal',
      'Form A-3',
      90,
      '',
      'The form in which the prosecutor states whether an appeal should be filed.',
      'Findings of the trial court; grounds of appeal; evidence that was not considered; limitation expires on.',
    ],
    [
      'Minutes',
      'Minutes of the annual general body meeting',
      'AGM/2025',
      320,
      '',
      'Accounts, election of the managing body, welfare fund.',
      'The accounts of the year were read and adopted. The welfare fund pays Rs 50,000 to the family of a member who dies in service.|It was resolved that the next conference be held at Bhubaneswar.',
    ],
    [
      'Minutes',
      'Minutes of the managing body, second quarter',
      'MB/2026/2',
      60,
      '',
      'Conference, member cards, library.',
      'The library of the association was opened to members. The secretary was asked to write to the Directors of all States for circulars.',
    ],
  ],
  Hindi: [
    [
      'Circulars',
      'अभियोजन स्वीकृति हेतु समय-सीमा',
      'परिपत्र 7/2026',
      25,
      '*',
      'स्वीकृति के आवेदन पर निर्णय की समय-सीमा।',
      'अभियोजन स्वीकृति का प्रत्येक आवेदन सात दिवस के भीतर सक्षम प्राधिकारी के समक्ष प्रस्तुत किया जाए।|तीन माह में उत्तर न मिलने पर लोक अभियोजक संचालक को प्रतिवेदन भेजेंगे।',
    ],
    [
      'Circulars',
      'साक्षियों की सुरक्षा के संबंध में निर्देश',
      'परिपत्र 4/2026',
      75,
      'Madhya Pradesh,Uttar Pradesh,Rajasthan',
      'साक्षी संरक्षण योजना के अंतर्गत आवेदन।',
      'साक्षी को धमकी मिलने पर उसी दिन खतरे का विश्लेषण प्रतिवेदन मांगा जाए।|साक्षी का नाम और पता मोहरबंद लिफाफे में रखा जाए।',
    ],
    [
      'Judgments',
      'मध्य प्रदेश राज्य बनाम रामलाल',
      '2024 म.प्र. नि. 901',
      260,
      '*',
      'धारा ३०२ के अंतर्गत दण्ड।',
      'धारा ३०२ भारतीय दण्ड संहिता के अंतर्गत आजीवन कारावास का दण्ड यथावत रखा गया।|मृत्युकालिक कथन की पुष्टि चिकित्सक के प्रमाण-पत्र से होती है।',
    ],
    [
      'Judgments',
      'उत्तर प्रदेश राज्य बनाम सुरेश',
      '2023 इला. नि. 902',
      610,
      '',
      'पक्षद्रोही साक्षी का साक्ष्य।',
      'पक्षद्रोही साक्षी के कथन का वह भाग जो अभियोजन का समर्थन करता है, विश्वसनीय माना जा सकता है।',
    ],
    [
      'Manuals',
      'लोक अभियोजक मार्गदर्शिका',
      'द्वितीय संस्करण',
      480,
      '*',
      'विचारण के प्रत्येक चरण में कर्तव्य।',
      'आरोप-पत्र की समीक्षा, आरोप विरचना, साक्ष्य, अंतिम तर्क एवं दण्ड पर सुनवाई।|दोषमुक्ति के तीस दिवस के भीतर अपील के संबंध में अभिमत दिया जाए।',
    ],
    [
      'Forms',
      'यात्रा व्यय प्रतिपूर्ति हेतु आवेदन',
      'प्रपत्र या-१',
      720,
      '',
      'जिले से बाहर उपस्थिति के लिए।',
      'नाम, सदस्य क्रमांक, न्यायालय, प्रकरण क्रमांक, राशि। मूल देयक संलग्न करें।',
    ],
    [
      'Minutes',
      'कार्यकारिणी की बैठक का कार्यवृत्त',
      'का.बै. 3/2026',
      30,
      '',
      'सम्मेलन और कल्याण कोष।',
      'आगामी सम्मेलन भोपाल में आयोजित करने का निर्णय लिया गया।|कल्याण कोष से पचास हजार रुपये की सहायता स्वीकृत की गई।',
    ],
    [
      'Circulars',
      'इलेक्ट्रॉनिक साक्ष्य का प्रमाण-पत्र',
      'परिपत्र 11/2025',
      340,
      '*',
      'प्रमाण-पत्र में क्या लिखा जाए।',
      'प्रमाण-पत्र में यंत्र का विवरण, हैश मान और प्रभारी व्यक्ति का नाम अंकित हो।',
    ],
  ],
  Tamil: [
    [
      'Circulars',
      'சாட்சிகள் பாதுகாப்பு பற்றிய சுற்றறிக்கை',
      'சுற்றறிக்கை 3/2026',
      50,
      '*',
      'சாட்சிகளுக்கான பாதுகாப்பு விண்ணப்பம்.',
      'சாட்சிக்கு மிரட்டல் வந்த அன்றே அச்சுறுத்தல் அறிக்கை பெறப்பட வேண்டும்.|சாட்சியின் பெயரும் முகவரியும் முத்திரையிட்ட உறையில் வைக்கப்பட வேண்டும்.',
    ],
    [
      'Judgments',
      'தமிழ்நாடு அரசு எதிர் முருகன்',
      '2024 சென்னை 903',
      310,
      '*',
      'மரண வாக்குமூலம்.',
      'மரண வாக்குமூலத்தை மருத்துவரின் சான்றிதழ் உறுதிப்படுத்துகிறது.|பிரிவு 302 இன் கீழ் வழங்கப்பட்ட ஆயுள் தண்டனை உறுதி செய்யப்படுகிறது.',
    ],
    [
      'Manuals',
      'அரசு வழக்கறிஞர் கையேடு',
      'இரண்டாம் பதிப்பு',
      560,
      '',
      'விசாரணையின் ஒவ்வொரு கட்டத்திலும் கடமைகள்.',
      'குற்றப்பத்திரிகை ஆய்வு, சாட்சி விசாரணை, இறுதி வாதம் மற்றும் தண்டனை.',
    ],
    [
      'Forms',
      'பயணச் செலவு விண்ணப்பம்',
      'படிவம் ப-1',
      690,
      'Tamil Nadu,Puducherry',
      'மாவட்டத்திற்கு வெளியே ஆஜராகும் வழக்கறிஞர்களுக்கு.',
      'பெயர், உறுப்பினர் எண், நீதிமன்றம், வழக்கு எண், தொகை.',
    ],
    [
      'Minutes',
      'மாநில அலுவலகக் கூட்டக் குறிப்பு',
      'கூட்டம் 2/2026',
      44,
      'Tamil Nadu',
      'மாநாடு மற்றும் நூலகம்.',
      'அடுத்த மாநாடு மதுரையில் நடத்தப்படும். நூலகத்திற்கு புதிய ஆவணங்கள் சேர்க்கப்படும்.',
    ],
  ],
  Malayalam: [
    [
      'Circulars',
      'സാക്ഷികളുടെ സംരക്ഷണം: സർക്കുലർ',
      'സർക്കുലർ 6/2026',
      33,
      '*',
      'സാക്ഷി സംരക്ഷണത്തിനുള്ള അപേക്ഷ.',
      'ഭീഷണി അറിയിച്ച ദിവസം തന്നെ റിപ്പോർട്ട് ആവശ്യപ്പെടണം.|സാക്ഷിയുടെ പേരും വിലാസവും മുദ്രവച്ച കവറിൽ സൂക്ഷിക്കണം.',
    ],
    [
      'Judgments',
      'കേരള സംസ്ഥാനം എതിർ ദിനേശൻ',
      '2025 കേരള 904',
      190,
      '*',
      'ജാമ്യം നിഷേധിച്ച വിധി.',
      'പ്രതിയുടെ ജാമ്യാപേക്ഷ കോടതി തള്ളി. തെളിവ് നശിപ്പിക്കാൻ സാധ്യതയുണ്ടെന്ന് പ്രോസിക്യൂട്ടർ വാദിച്ചു.',
    ],
    [
      'Manuals',
      'പബ്ലിക് പ്രോസിക്യൂട്ടർമാർക്കുള്ള കൈപ്പുസ്തകം',
      'രണ്ടാം പതിപ്പ്',
      530,
      '',
      'വിചാരണയുടെ ഓരോ ഘട്ടത്തിലെയും ചുമതലകൾ.',
      'കുറ്റപത്രത്തിന്റെ പരിശോധന, സാക്ഷിവിസ്താരം, അന്തിമ വാദം, ശിക്ഷ.',
    ],
    [
      'Forms',
      'യാത്രാച്ചെലവ് അപേക്ഷ',
      'ഫോറം യ-1',
      650,
      'Kerala',
      'ജില്ലയ്ക്ക് പുറത്ത് ഹാജരാകുന്നവർക്ക്.',
      'പേര്, അംഗത്വ നമ്പർ, കോടതി, കേസ് നമ്പർ, തുക.',
    ],
    [
      'Minutes',
      'സംസ്ഥാന സമിതി യോഗത്തിന്റെ മിനിറ്റ്സ്',
      'യോഗം 1/2026',
      70,
      'Kerala',
      'സമ്മേളനവും ക്ഷേമനിധിയും.',
      'അടുത്ത സമ്മേളനം തൃശ്ശൂരിൽ നടത്താൻ തീരുമാനിച്ചു. ക്ഷേമനിധിയിൽ നിന്ന് സഹായം അനുവദിച്ചു.',
    ],
  ],
  Urdu: [
    [
      'Circulars',
      'گواہوں کے تحفظ سے متعلق سرکلر',
      'سرکلر 2/2026',
      55,
      '*',
      'گواہ کے تحفظ کی درخواست۔',
      'گواہ کو دھمکی ملنے پر اسی دن رپورٹ طلب کی جائے۔|گواہ کا نام اور پتہ مہر بند لفافے میں رکھا جائے۔',
    ],
    [
      'Judgments',
      'ریاست جموں و کشمیر بنام عبدالرشید',
      '2024 جے کے 905',
      360,
      '*',
      'درخواست ضمانت مسترد۔',
      'عدالت عالیہ نے ملزم کی درخواست ضمانت مسترد کر دی۔ دفعہ 302 کے تحت مقدمہ درج ہے۔',
    ],
    [
      'Manuals',
      'سرکاری وکیل کے لیے رہنما کتاب',
      'پہلا ایڈیشن',
      590,
      '',
      'مقدمے کے ہر مرحلے کے فرائض۔',
      'فرد جرم کی جانچ، گواہوں کے بیانات، آخری دلائل اور سزا۔',
    ],
    [
      'Minutes',
      'مجلس عاملہ کے اجلاس کی روداد',
      'اجلاس 4/2026',
      28,
      'Jammu and Kashmir',
      'کانفرنس اور فلاحی فنڈ۔',
      'اگلی کانفرنس سری نگر میں منعقد کی جائے گی۔ فلاحی فنڈ سے امداد منظور کی گئی۔',
    ],
  ],
};

/** Before and after the text of each, by language: what makes a document several pages long. */
const frames: Record<
  keyof typeof rows,
  { issuer: string; dated: string; heading: string; general: readonly string[] }
> = {
  English: {
    issuer: 'Directorate of Prosecution',
    dated: 'Dated',
    heading: 'General',
    general: [
      'This document is a sample. It shows how the library works, and is no source of law.',
      'Prosecutors of all districts are asked to keep to it, and to report difficulties to the head of their office.',
      'The head of the office sends a list of the cases concerned by the fifth of each month. A copy remains on the file of the court.',
      'Questions are answered by the Deputy Director. Earlier instructions on the same subject are no longer in force.',
    ],
  },
  Hindi: {
    issuer: 'लोक अभियोजन संचालनालय',
    dated: 'दिनांक',
    heading: 'सामान्य',
    general: [
      'यह एक नमूना दस्तावेज है, विधि का स्रोत नहीं।',
      'समस्त जिलों के अभियोजन अधिकारी इसका पालन करें तथा कठिनाई होने पर कार्यालय प्रमुख को सूचित करें।',
      'प्रत्येक माह की पांच तारीख तक संबंधित प्रकरणों की सूची भेजी जाए।',
    ],
  },
  Tamil: {
    issuer: 'குற்ற வழக்குத் தொடர்வு இயக்ககம்',
    dated: 'தேதி',
    heading: 'பொது',
    general: [
      'இது ஒரு மாதிரி ஆவணம்.',
      'அனைத்து மாவட்ட அரசு வழக்கறிஞர்களும் இதைப் பின்பற்ற வேண்டும்.',
      'ஒவ்வொரு மாதமும் ஐந்தாம் தேதிக்குள் வழக்குகளின் பட்டியல் அனுப்பப்பட வேண்டும்.',
    ],
  },
  Malayalam: {
    issuer: 'പ്രോസിക്യൂഷൻ ഡയറക്ടറേറ്റ്',
    dated: 'തീയതി',
    heading: 'പൊതുവായവ',
    general: [
      'ഇത് ഒരു മാതൃകാ രേഖയാണ്.',
      'എല്ലാ ജില്ലകളിലെയും പ്രോസിക്യൂട്ടർമാർ ഇത് പാലിക്കണം.',
      'എല്ലാ മാസവും അഞ്ചാം തീയതിക്കകം കേസുകളുടെ പട്ടിക അയയ്ക്കണം.',
    ],
  },
  Urdu: {
    issuer: 'نظامت استغاثہ',
    dated: 'تاریخ',
    heading: 'عمومی',
    general: [
      'یہ ایک نمونہ دستاویز ہے۔',
      'تمام اضلاع کے سرکاری وکلاء اس پر عمل کریں۔',
      'ہر ماہ کی پانچ تاریخ تک مقدمات کی فہرست بھیجی جائے۔',
    ],
  },
};

/** The documents of a sample library, as they were `daysAgo` before `today`. */
export function sampleDocuments(today: Date): SampleLibraryDocument[] {
  return Object.entries(rows).flatMap(([name, list]) => {
    const language = name as keyof typeof rows;
    const { issuer, dated, heading, general } = frames[language];
    return list.map(([category, title, number, daysAgo, readers, summary, text]): SampleLibraryDocument => {
      const date = new Date(today.getTime() - daysAgo * 86_400_000);
      const [year, month, day] = date.toISOString().slice(0, 10).split('-');
      const access = readers === '*' ? 'everybody' : readers === '' ? 'members' : 'States';
      return {
        ...{ category, title, number, daysAgo, language, summary, issuer, access },
        states: access === 'States' ? readers.split(',') : [],
        line: `${number}   ·   ${dated} ${day}.${month}.${year}`,
        paragraphs: [...text.split('|'), '', `# ${heading}`, ...general],
      };
    });
  });
}

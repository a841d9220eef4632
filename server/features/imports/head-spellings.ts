import type { ImportField } from '#shared/import-fields.ts';

/**
 * Column heads that people use, besides the names of the template, the export and the wire; separated by semicolon or
 * line. A head with `?` counts only if no other column gives the field: `Phone` beside `Mobile` is another telephone.
 * A head with `+` is a part of the field, joined with its others: `First Name` with `Last Name`.
 */
export const headSpellings: Readonly<Partial<Record<ImportField, string>>> = {
  membership: `
    Membership; Membership Type; Type of Membership; Member Type; Type of Member; Membership Category
    Category of Membership; Membership Tier; Tier; Member Category; Membership Class; सदस्यता; सदस्यता प्रकार
    सदस्यता का प्रकार; सदस्य प्रकार`,
  name: `
    Name; Full Name; Name of Member; Name of the Member; Member Name; Member's Name; Members Name
    Name of Prosecutor; Name of the Prosecutor; Prosecutor Name; Prosecutor; Name of Officer
    Name of the Officer; Officer Name; Name in Full; Name of Applicant; Applicant Name; Name of Advocate
    Advocate Name; Name (in block letters); नाम; पूरा नाम; सदस्य का नाम; सदस्य नाम; अभियोजक का नाम
    अधिकारी का नाम; First Name+; Given Name+; Middle Name+; Additional Name+; Last Name+; Family Name+; Surname+
    प्रथम नाम+; मध्य नाम+; उपनाम+; कुलनाम+`,
  gender: 'Gender; Sex; M/F; Male/Female; Gender M/F; Sex M/F; लिंग',
  dateOfBirth: `
    Date of Birth; D.O.B.; DOB; Birth Date; Birthdate; Birthday; Born on; Dt. of Birth; Date of Birth DD/MM/YYYY
    DOB DD/MM/YYYY; जन्म तिथि; जन्मतिथि; जन्म की तारीख; जन्म दिनांक; जन्म तारीख`,
  email: `
    E-mail; Email; E-mail ID; Email ID; Mail ID?; Mail?; Email Address; E-mail Address; Mail Address?; Gmail
    Email Id of Member; E-mail 1 - Value; ई-मेल; ईमेल; ईमेल आईडी; ईमेल पता; ई मेल आई डी`,
  mobile: `
    Mobile; Mobile No.; Mobile Number; Mob; Mob. No.; Mobile Phone; Phone?; Phone No.?; Phone Number?; Contact?
    Contact No.?; Contact Number?; Cell?; Cell No.?; Cell Number?; Cell Phone?; Telephone?; Telephone No.?; Tel?
    Tel No.?; Phone 1 - Value?; Primary Phone?; Ph?; Ph. No.?; WhatsApp?; WhatsApp No.?; WhatsApp Number?; Mobile/WhatsApp; मोबाइल; मोबाइल नंबर
    मोबाइल नम्बर; मोबाइल नं; मोबाईल नंबर; मोबाईल; फोन?; फ़ोन?; फोन नंबर?; दूरभाष?; संपर्क नंबर?`,
  state: `
    State; State Name; Name of State; Name of the State; State/UT; State / Union Territory; State or UT; राज्य
    राज्य का नाम; प्रदेश; राज्य/केंद्र शासित प्रदेश`,
  district: `
    District; Dist; Distt; District Name; Name of District; Name of the District; Posting District?
    District of Posting; जिला; ज़िला; जनपद; जिले का नाम; जिला का नाम`,
  subDistrict: `
    Sub-District; Sub District / Taluk; Sub-District/Taluka; Sub Dist; Taluk; Taluka; Taluk/Tehsil; Tehsil
    Tahsil; Tehsil/Taluk; Tehsil/Taluka; Taluka/Tehsil; Mandal; Block?; Sub Division; Subdivision; Mandal/Taluk
    Taluk/Mandal; Tehsil/Block; Circle?; तहसील; तालुका; तालुक; उप जिला; उपजिला; मंडल; मण्डल; प्रखंड; ब्लॉक`,
  designation: `
    Designation; Post; Post Held; Present Post; Present Designation; Rank?; Name of Post; Designation of Member
    Cadre; Current Designation; Job Title?; Organization Title?; Organization 1 - Title?; पदनाम; पद; पद का नाम`,
  organization: `
    Organization?; Organisation?; Organization Position; Organisation Position; Position in Organization
    Position in Organisation; संगठन?; संस्था?; संगठन में पद`,
  organizationOther: `
    Organization Other Role; Organisation Other Role; Other Organization Role; Other Organisation Role
    Other Position; Organization Other`,
  associationOffice: `
    Association; Association Office; Office in Association; Office Held; Post in Association; Association Post
    Office Bearer; Association Position; संघ में पद; संघ पद`,
  associationOfficeOther: 'Association Other Role; Other Association Role; Association Other',
  court: `
    Court; Name of Court; Name of the Court; Court Name; Practice?; Place of Practice; Practising Court
    Court of Practice; Court of Posting; Place of Posting?; Posting?; Present Posting?; Presently Posted at?
    न्यायालय; न्यायालय का नाम; अदालत; कोर्ट; कोर्ट का नाम`,
  idNumber: `
    ID Number; ID No.; ID Card Number; ID Card No.; Identity Card Number; Identity Card No.; Identity No.
    I.D. No.; Council Membership; Council Membership Number; Bar Council No.; Bar Council Number; Bar Council ID
    Bar Council Membership; Bar Council Membership No.; Bar Council Enrolment No.; Enrolment No.; Enrollment No.
    Enrolment Number; Enrollment Number; Employee ID; Employee Code; Employee No.; Service ID; पहचान पत्र संख्या
    आईडी नंबर; पहचान संख्या; परिचय पत्र संख्या`,
  yearsOfExperience: `
    Years of Experience; Years of Expirence; Experience; Experience in Years; Experience (Years)
    Experience Years; Total Experience; No. of Years of Experience; Yrs of Experience; Exp; Exp. in Years; अनुभव
    अनुभव के वर्ष; अनुभव वर्ष; अनुभव (वर्ष)`,
  yearsOfRecruitment: `
    Years of Recruitment; Year of Recruitment; Recruitment Year; Recruitment?; Year of Appointment
    Appointment Year; Year of Joining Service; Recruited in; Batch?; Batch Year?; भर्ती वर्ष; भर्ती का वर्ष
    नियुक्ति वर्ष; नियुक्ति का वर्ष`,
  specialisations: `
    Specialisation; Specialization; Specialisations; Specializations; Area of Specialisation
    Area of Specialization; Field of Specialisation; Field of Specialization; Specialised in; Specialized in
    Expertise; Area of Expertise; विशेषज्ञता; विशेषज्ञता क्षेत्र; विशेषज्ञता का क्षेत्र`,
  specialisationOther: 'Other Specialisation; Other Specialization; Specialisation Other Role; Specialisation Other',
  interest: `
    Interest; Area of Interest; Areas of Interest; Interests; Interested in; Field of Interest; रुचि
    रुचि का क्षेत्र; रूचि; रूचि का क्षेत्र`,
  interestOther: 'Other Area of Interest; Other Interest; Interest Other Role; Interest Other',
  contribution: `
    Contribution; Contributions; Contribution to Association; Contribution to the Association
    Willing to Contribute; योगदान`,
  contributionOther: 'Contribution Other Role; Other Contribution; Contribution Other',
  international: `
    International; International Exchange; International Interest; Interested in International
    International (Yes/No); International Yes/No; International Exposure; अंतरराष्ट्रीय; अंतर्राष्ट्रीय
    अन्तर्राष्ट्रीय`,
  memberNumber: `
    Member Number; Member No.; Membership No.; Membership Number; Membership ID; Member ID; M. No.; Mem. No.
    Reg. No. of Member; Member Code; Life Membership No.; Membership Code; सदस्यता संख्या; सदस्य संख्या
    सदस्यता क्रमांक; सदस्य क्रमांक; सदस्यता नंबर; सदस्य नंबर`,
  joinedOn: `
    Joined On; Date of Joining?; Joining Date?; Joined?; D.O.J.?; Date of Membership; Membership Date
    Member Since; Date of Admission?; Admission Date?; Approved on; Date of Enrolment as Member?; सदस्यता तिथि
    सदस्यता की तिथि; सदस्यता दिनांक; शामिल होने की तिथि; सदस्य बनने की तिथि`,
  language: `
    Language; Language of Mails; Mail Language; Preferred Language; Language Preference; Mails in; Hindi/English
    English/Hindi; Lang; भाषा; ई-मेल की भाषा; पत्राचार की भाषा; हिंदी/अंग्रेज़ी`,
};

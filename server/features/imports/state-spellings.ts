/**
 * Spellings of the states and union territories besides their names: usual abbreviations, older and other spellings, Hindi.
 * Separated by semicolon or line. Case, blanks, dots and hyphens are ignored, `&` is 'and'. Ambiguous ones (UT) are left out.
 */
export const stateSpellings: Readonly<Record<string, string>> = {
  'Andaman and Nicobar Islands': `
    A&N; AN; ANI; A&N Islands; Andaman; Andamans; Andaman and Nicobar; Andaman Nicobar; Andaman Nicobar Islands
    Andaman and Nicobar Island; अंडमान और निकोबार द्वीप समूह; अण्डमान और निकोबार द्वीपसमूह; अंडमान और निकोबार
    अंडमान एवं निकोबार द्वीप समूह; अंडमान निकोबार`,
  'Andhra Pradesh': 'AP; Andhra; Andhrapradesh; आंध्र प्रदेश; आन्ध्र प्रदेश',
  'Arunachal Pradesh': 'AR; Arunachal; NEFA; अरुणाचल प्रदेश',
  Assam: 'AS; Asam; Asom; असम; आसाम',
  Bihar: 'BR; BH; Behar; बिहार',
  Chandigarh: 'CH; CHD; Chandigarh UT; UT of Chandigarh; UT Chandigarh; Chandigadh; चंडीगढ़; चण्डीगढ़; चंडीगढ',
  Chhattisgarh:
    'CG; CT; Chattisgarh; Chhatisgarh; Chatisgarh; Chhattishgarh; Chhattisgadh; Chattisgadh; छत्तीसगढ़; छत्तीसगढ',
  'Dadra and Nagar Haveli and Daman and Diu': `
    DNHDD; DNH; DN; DD; D&NH; DH; DNH and DD; D&NH and D&D; Dadra and Nagar Haveli; Dadra Nagar Haveli
    Daman and Diu; Daman; Diu; Daman Diu; Dadra; Silvassa; Dadra Nagar Haveli and Daman Diu
    The Dadra and Nagar Haveli and Daman and Diu; Dadra and Nagar Haveli, Daman and Diu
    Daman and Diu and Dadra and Nagar Haveli; दादरा और नगर हवेली और दमन और दीव
    दादरा और नगर हवेली एवं दमन और दीव; दादरा एवं नगर हवेली और दमन एवं दीव; दादरा और नगर हवेली; दमन और दीव`,
  Delhi: `
    DL; New Delhi; NCT; NCT of Delhi; NCT Delhi; Delhi NCT; Delhi (NCT); NCT of New Delhi; GNCTD; GNCT of Delhi
    Govt of NCT of Delhi; National Capital Territory; National Capital Territory of Delhi; Dilli; दिल्ली
    नई दिल्ली; राष्ट्रीय राजधानी क्षेत्र दिल्ली`,
  Goa: 'GA; गोवा',
  Gujarat: 'GJ; GUJ; Gujrat; Gujarath; Gujrath; गुजरात',
  Haryana: 'HR; HRY; Hariyana; हरियाणा',
  'Himachal Pradesh': 'HP; Himachal; हिमाचल प्रदेश',
  'Jammu and Kashmir': `
    J&K; JK; J and K; Jammu; Kashmir; Jammu Kashmir; Jammu-Kashmir; UT of J&K; UT of Jammu and Kashmir
    जम्मू और कश्मीर; जम्मू एवं कश्मीर; जम्मू व कश्मीर; जम्मू कश्मीर; जम्मू-कश्मीर`,
  Jharkhand: 'JH; JHK; Jharkand; Jharkhant; झारखंड; झारखण्ड',
  Karnataka: 'KA; KAR; KN; Karnatak; Karnatka; Mysore; Mysore State; कर्नाटक',
  Kerala: 'KL; KER; Keralam; Kerela; केरल; केरलम',
  Ladakh: 'LA; Ladak; UT of Ladakh; लद्दाख; लदाख',
  Lakshadweep: `
    LD; LK; LKD; Lakshadeep; Lakshdweep; Lakshadweep Islands; Laccadives; Laccadive Islands
    Laccadive, Minicoy and Amindivi Islands; लक्षद्वीप`,
  'Madhya Pradesh': 'MP; Madhyapradesh; Central Provinces; मध्य प्रदेश; मध्यप्रदेश',
  Maharashtra: 'MH; MAH; MS; Maharastra; Maharashta; Maharashthra; Maha; महाराष्ट्र',
  Manipur: 'MN; Manipure; मणिपुर',
  Meghalaya: 'ML; Megalaya; Meghalay; मेघालय',
  Mizoram: 'MZ; Mizorum; मिज़ोरम; मिजोरम',
  Nagaland: 'NL; Naga Land; नागालैंड; नागालैण्ड; नगालैंड',
  Odisha: 'OD; OR; Orissa; Odissa; Orisa; Odisa; ओडिशा; ओड़िशा; उड़ीसा; उडीसा',
  Puducherry: `
    PY; PDY; Pondicherry; Pondichery; Pondy; Puduchery; Pudhucherry; UT of Puducherry; पुडुचेरी; पुदुचेरी
    पांडिचेरी; पॉण्डिचेरी`,
  Punjab: 'PB; PUN; Panjab; पंजाब',
  Rajasthan: 'RJ; RAJ; Rajastan; Rajsthan; Rajasthaan; राजस्थान',
  Sikkim: 'SK; Sikim; सिक्किम',
  'Tamil Nadu': `
    TN; Tamilnadu; Tamil Naidu; Thamizhnadu; Thamilnadu; Tamizhnadu; Madras; Madras State; तमिलनाडु; तमिल नाडु
    तमिळनाडु`,
  Telangana: 'TS; TG; TL; Telengana; Telanagana; Telungana; तेलंगाना; तेलंगना',
  Tripura: 'TR; Tripurah; त्रिपुरा',
  'Uttar Pradesh': 'UP; Uttarpradesh; Uttra Pradesh; Utter Pradesh; United Provinces; उत्तर प्रदेश; उत्तरप्रदेश',
  Uttarakhand: `
    UK; UA; UTK; Uttaranchal; Uttrakhand; Uttarakand; Uttrakhnd; Uttarkhand; Uttranchal; उत्तराखंड; उत्तराखण्ड
    उत्तरांचल`,
  'West Bengal': `
    WB; W Bengal; Bengal; Westbengal; West Bangal; Paschim Banga; Paschimbanga; Paschim Bangal; पश्चिम बंगाल
    पश्चिमबंगाल`,
};

/**
 * Given names and surnames of the sample data, each with its usual spelling in Devanagari, written by hand: what a search that knows
 * both scripts is measured by.
 */
const spelled = (list: string): [latin: string, devanagari: string][] => {
  const words = list.trim().split(/\s+/);
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]!] as [string, string]] : []));
};

export const givenNames = spelled(`
  Anjali अंजलि Archana अर्चना Babita बबीता Deepika दीपिका Garima गरिमा Kavita कविता Kirti कीर्ति Meenakshi मीनाक्षी
  Namrata नम्रता Neelam नीलम Neha नेहा Nidhi निधि Pallavi पल्लवी Pooja पूजा Preeti प्रीति Priyanka प्रियंका
  Rashmi रश्मि Richa ऋचा Ritu रितु Sadhana साधना Sangeeta संगीता Seema सीमा Shalini शालिनी Shikha शिखा
  Shweta श्वेता Smriti स्मृति Sunita सुनीता Swati स्वाति Vandana वंदना Vineeta विनीता
  Abhishek अभिषेक Ajay अजय Alok आलोक Amit अमित Anil अनिल Anurag अनुराग Arvind अरविंद Ashutosh आशुतोष
  Awadhesh अवधेश Brijesh बृजेश Deepak दीपक Devendra देवेंद्र Dinesh दिनेश Gaurav गौरव Hemant हेमंत
  Kamlesh कमलेश Manish मनीष Manoj मनोज Mukesh मुकेश Narendra नरेंद्र Nitin नितिन Pankaj पंकज
  Pradeep प्रदीप Rajesh राजेश Rakesh राकेश Sandeep संदीप Sanjay संजय Satish सतीश Vikas विकास Vinod विनोद
  Gurpreet गुरप्रीत Kuldeep कुलदीप Harpreet हरप्रीत Jaspreet जसप्रीत Rekha रेखा Sushila सुशीला
  Jitendra जितेंद्र Mahendra महेंद्र Prashant प्रशांत Vaishali वैशाली Yogesh योगेश Debashis देबाशीष
  Subrata सुब्रत Lakshmi लक्ष्मी Venkata वेंकट Ramesh रमेश Imran इमरान Fatima फ़ातिमा`);

export const surnames = spelled(`
  Agarwal अग्रवाल Awasthi अवस्थी Bajpai बाजपेयी Bhardwaj भारद्वाज Chaturvedi चतुर्वेदी Chauhan चौहान
  Dixit दीक्षित Dubey दुबे Dwivedi द्विवेदी Garg गर्ग Gupta गुप्ता Jaiswal जायसवाल Kushwaha कुशवाहा
  Maurya मौर्य Mishra मिश्रा Nigam निगम Pandey पांडेय Pathak पाठक Prajapati प्रजापति Rai राय
  Saxena सक्सेना Sharma शर्मा Shukla शुक्ला Singh सिंह Srivastava श्रीवास्तव Tiwari तिवारी
  Tripathi त्रिपाठी Verma वर्मा Vishwakarma विश्वकर्मा Yadav यादव
  Ahluwalia अहलूवालिया Bajwa बाजवा Dhillon ढिल्लों Gill गिल Grewal ग्रेवाल Randhawa रंधावा Sandhu संधू
  Sidhu सिद्धू Bhosale भोसले Dave दवे Desai देसाई Deshmukh देशमुख Deshpande देशपांडे Gaikwad गायकवाड़
  Gokhale गोखले Jadhav जाधव Joshi जोशी Kulkarni कुलकर्णी Mehta मेहता More मोरे Pandya पंड्या
  Parmar परमार Patel पटेल Patil पाटिल Pawar पवार Shah शाह Shinde शिंदे Trivedi त्रिवेदी Vyas व्यास
  Bhati भाटी Bishnoi बिश्नोई Choudhary चौधरी Mathur माथुर Meena मीणा Ojha ओझा Purohit पुरोहित
  Rathore राठौर Saini सैनी Shekhawat शेखावत Solanki सोलंकी Banerjee बनर्जी Bhattacharya भट्टाचार्य
  Chakraborty चक्रवर्ती Das दास Ghosh घोष Mukherjee मुखर्जी Nair नायर Reddy रेड्डी Ansari अंसारी Khan ख़ान`);

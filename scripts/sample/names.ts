/** Given names and family names by region, so that a sample member's name suits the State. Letters only. */
interface NamePool {
  female: readonly string[];
  male: readonly string[];
  family: readonly string[];
}

const pool = (female: string, male: string, family: string): NamePool => ({
  female: female.split(' '),
  male: male.split(' '),
  family: family.split(' '),
});

const north = pool(
  'Anjali Archana Babita Deepika Garima Kavita Kirti Meenakshi Namrata Neelam Neha Nidhi Pallavi Pooja Preeti Priyanka Rashmi Richa Ritu Sadhana Sangeeta Seema Shalini Shikha Shweta Smriti Sunita Swati Vandana Vineeta',
  'Abhishek Ajay Alok Amit Anil Anurag Arvind Ashutosh Awadhesh Brijesh Deepak Devendra Dinesh Gaurav Hemant Kamlesh Manish Manoj Mukesh Narendra Nitin Pankaj Pradeep Rajesh Rakesh Sandeep Sanjay Satish Vikas Vinod',
  'Agarwal Awasthi Bajpai Bhardwaj Chaturvedi Chauhan Dixit Dubey Dwivedi Garg Gupta Jaiswal Kushwaha Maurya Mishra Nigam Pandey Pathak Prajapati Rai Saxena Sharma Shukla Singh Srivastava Tiwari Tripathi Verma Vishwakarma Yadav',
);
const punjab = pool(
  'Amandeep Amarjeet Baljeet Gurpreet Harleen Harpreet Jasleen Jaspreet Kulwinder Mandeep Manpreet Navneet Paramjeet Rajwinder Ramandeep Simranjeet Sukhpreet Sumandeep',
  'Amarinder Balwinder Gagandeep Gurdeep Gurmeet Harjinder Harvinder Inderjeet Jagdeep Jaswant Karanveer Kuldeep Lakhwinder Manjit Navdeep Parminder Ranjodh Sukhdev',
  'Ahluwalia Bajwa Bhullar Brar Chahal Dhaliwal Dhillon Gill Grewal Kang Mann Randhawa Sandhu Sidhu Sodhi Virk',
);
const west = pool(
  'Aparna Ashwini Bhakti Chhaya Devyani Gauri Jigna Kalpana Ketaki Madhuri Manasi Medha Mrunal Nayana Pranjali Prachi Rohini Sayali Shital Sonal Supriya Swarali Tejal Urvashi Vaishali Varsha',
  'Ajinkya Amol Bhavesh Chirag Dhaval Girish Hitesh Jayesh Kedar Ketan Mahesh Mihir Milind Nilesh Paresh Prashant Rahul Sachin Sameer Shailesh Shrikant Sunil Tushar Vaibhav Vijay Yogesh',
  'Bhosale Chavan Dave Desai Deshmukh Deshpande Gaikwad Gokhale Jadhav Joshi Kadam Kale Kulkarni Mehta More Naik Pandya Parmar Patel Patil Pawar Rane Sawant Shah Shinde Thakkar Trivedi Vaidya Vyas',
);
const rajasthan = pool(
  'Bhanwari Chandrakala Durga Gayatri Hemlata Jyotsna Kusum Lalita Mamta Manju Padmini Pushpa Rekha Santosh Saroj Sharda Sushila Urmila',
  'Bhagirath Bhanwar Chetan Gajendra Govind Hanuman Jitendra Kailash Kishan Lokesh Mahendra Mangilal Omprakash Prahlad Ratan Shyam Surendra Tejpal',
  'Bhati Bishnoi Charan Choudhary Jangid Kumawat Mathur Meena Ojha Purohit Rajpurohit Rathore Saini Shekhawat Solanki Suthar Swami Vyas',
);
const bengal = pool(
  'Aditi Ananya Aparajita Arpita Baishakhi Chandrima Debjani Indrani Kakoli Madhumita Mousumi Nandini Paramita Piyali Rupa Sanchita Sharmistha Srabani Sudeshna Tanushree',
  'Abhijit Anirban Arindam Arnab Bikash Debashis Dipankar Indranil Kaushik Partha Pinaki Prosenjit Rudra Sandip Saurav Shubhankar Somnath Subrata Sukanta Tapas',
  'Banerjee Basu Bhattacharya Biswas Chakraborty Chatterjee Das Datta Dey Dutta Ganguly Ghosh Halder Majumdar Mandal Mitra Mukherjee Pal Roy Saha Sarkar Sen',
);
const odisha = pool(
  'Anuradha Bijayalaxmi Itishree Jharana Laxmipriya Lipsa Mamata Minati Pragyan Rajashree Sasmita Smitarani Snigdha Subhashree Sujata',
  'Ashok Biswajit Debabrata Gyanendra Jagannath Kishore Manoranjan Nrusingha Pabitra Pradipta Rabindra Sarat Soumya Sudhansu Trilochan',
  'Acharya Barik Behera Das Jena Mahapatra Maharana Mishra Mohanty Nayak Panda Parida Patnaik Pradhan Rath Rout Sahoo Samal Senapati Swain Tripathy',
);
const assam = pool(
  'Arunima Barsha Dipali Himakshi Jahnabi Juri Kabita Mitali Nilakshi Pallabi Purabi Rashmirekha Rituparna Trishna',
  'Bhaskar Bidyut Chinmoy Dhrubajyoti Diganta Hemanta Jayanta Manash Mrinal Nabajit Pranab Rupam Siddhartha Utpal',
  'Baruah Bezbaruah Bhuyan Bora Borah Bordoloi Chetia Choudhury Das Deka Dutta Gogoi Handique Hazarika Kalita Khound Mahanta Medhi Nath Pathak Phukan Saikia Sarma Talukdar',
);
const hills = pool(
  'Aienla Aren Banri Chubala Daphisha Esther Hmingthani Ibemhal Kevizano Lalrinpuii Larihun Mary Memcha Naomi Ningthoujam Rebecca Sentila Tsering Vanlalruati Yari',
  'Akum Banlum Benjamin Chingkhei Daniel Ibomcha Imna Kezhaseto Khrietuo Lalthanzama Lhakpa Ngangom Pasang Rongsen Samuel Tashi Temjen Tomba Vanlalhruaia Zothanpuia',
  'Ao Bhutia Chhangte Colney Dkhar Fanai Haokip Imchen Jamir Khongwir Kharshiing Kikon Lepcha Longkumer Lyngdoh Marak Mawlong Meitei Natung Pertin Ralte Riba Sailo Sangma Shimray Tamang Tayeng Wangsu',
);
const tamil = pool(
  'Akila Bhuvaneswari Chitra Devaki Gayathri Hemalatha Jayanthi Kalaivani Kavitha Malarvizhi Manimegalai Meenakshi Nithya Padmavathi Revathi Selvi Shanthi Sumathi Thenmozhi Vasantha Vijayalakshmi',
  'Anbarasan Arumugam Balamurugan Dhanasekaran Elango Gopinath Ilango Karthikeyan Kathiravan Manikandan Muthukumar Natarajan Palanisamy Prabhakaran Ramanathan Saravanan Senthilkumar Sivakumar Sundaram Thirunavukkarasu Velmurugan',
  'Annamalai Arunachalam Chelliah Duraisamy Ganesan Govindarajan Jayaraman Kandasamy Krishnan Kumaraswamy Manoharan Murugesan Nagarajan Perumal Rajendran Ramasamy Sekar Selvaraj Shanmugam Subramanian Thangavel Venkatesan',
);
const telugu = pool(
  'Anuradha Bhavani Haritha Jyothi Kalyani Lakshmi Lavanya Madhavi Mounika Padmaja Prasanna Radhika Rajeswari Sailaja Sandhya Sirisha Sowjanya Sravanthi Sridevi Swapna Vasavi',
  'Anjaneyulu Chandrasekhar Gopal Harikrishna Janardhan Kiran Madhusudan Mallikarjuna Narasimha Praveen Raghunath Rajasekhar Ramakrishna Ravindra Satyanarayana Seshagiri Srinivas Subrahmanyam Sudhakar Venkata Vijay',
  'Akula Bandaru Chilukuri Chowdary Devarapalli Gaddam Goud Gudipati Kasturi Kolli Konda Mamidi Mutyala Naidu Nalla Pasupuleti Pothula Rao Reddy Sastry Tadepalli Varma Vemula Yerram',
);
const kannada = pool(
  'Aishwarya Ambika Bhagya Chaitra Geetha Hemavathi Jayashree Kavya Mamatha Manjula Nagarathna Pavithra Poornima Rashmi Roopa Savitha Shobha Soumya Sudha Suma Veena',
  'Anand Basavaraj Chandrashekar Dayananda Ganesh Girish Harish Jagadish Krishnamurthy Lokesh Mahadev Manjunath Nagaraj Prakash Raghavendra Ramesh Shivakumar Somashekar Sridhar Umesh Virupaksha',
  'Acharya Bhat Gowda Hegde Hiremath Kamath Kulkarni Kumbar Murthy Naik Nayak Pai Patil Prabhu Rao Shanbhag Shenoy Shetty Swamy Urs',
);
const kerala = pool(
  'Anitha Asha Beena Bindu Deepa Divya Gopika Indira Jaya Lekha Maya Mini Neethu Parvathy Rajani Remya Resmi Sindhu Sreeja Sreekala Sunitha Teresa Usha',
  'Abraham Ajith Anoop Biju Gopakumar Hari Jayachandran Joseph Krishnakumar Madhu Manoj Mathew Pradeep Rajeev Santhosh Shaji Sreekumar Suresh Sunil Thomas Unnikrishnan Vinod',
  'Chacko Cherian George Iyer Jacob Kaimal Kurian Kurup Menon Nair Nambiar Namboodiri Panicker Pillai Poduval Varghese Varma Warrier',
);
const muslim = pool(
  'Afreen Asma Ayesha Farhana Fatima Gulnaz Humaira Nasreen Nazia Rukhsana Saba Sadia Shabana Shaheen Tabassum Yasmeen Zainab Zeenat',
  'Aamir Abdul Arif Asif Aslam Faisal Imran Irfan Javed Khalid Mohammad Nadeem Naseer Rafiq Rizwan Salim Shafiq Tariq Yusuf Zubair',
  'Ahmad Ali Ansari Faruqi Hashmi Hussain Kazmi Khan Malik Pathan Qureshi Rahman Rizvi Shaikh Siddiqui Usmani',
);
const kashmir = pool(
  'Asma Ayesha Farhana Humaira Insha Mehvish Nighat Rukhsana Saima Shaista Tabassum Yasmeen Zainab',
  'Aijaz Altaf Bilal Farooq Ghulam Imtiyaz Irshad Manzoor Mudasir Nazir Riyaz Shabir Showkat Tariq',
  'Bhat Dar Ganai Khanday Lone Mir Naqash Rather Shah Wani War Zargar',
);
const goan = pool(
  'Alzira Anita Celia Fatima Ida Jacinta Lourdes Maria Perpetua Rosa Sandra Sharmila Sheetal Veronica',
  'Agnelo Anthony Caetano Cruz Damodar Francisco Joaquim Menino Narayan Pandurang Savio Shivanand Tomas Ulhas',
  'Almeida Braganza Costa Dias Fernandes Gaonkar Kamat Lobo Mascarenhas Naik Pereira Prabhudesai Rodrigues Sardesai Souza',
);

/** The name pools of a State with their weights; the northern one by default. */
const poolsByState: Readonly<Record<string, readonly (readonly [NamePool, number])[]>> = {
  'Andaman and Nicobar Islands': [
    [bengal, 3],
    [tamil, 3],
    [north, 2],
    [telugu, 2],
  ],
  'Andhra Pradesh': [
    [telugu, 9],
    [muslim, 1],
  ],
  'Arunachal Pradesh': [
    [hills, 9],
    [assam, 1],
  ],
  Assam: [
    [assam, 7],
    [bengal, 2],
    [muslim, 2],
  ],
  Bihar: [
    [north, 9],
    [muslim, 1],
  ],
  Chandigarh: [
    [punjab, 5],
    [north, 5],
  ],
  'Dadra and Nagar Haveli and Daman and Diu': [
    [west, 9],
    [goan, 1],
  ],
  Delhi: [
    [north, 6],
    [punjab, 3],
    [muslim, 1],
    [bengal, 1],
  ],
  Goa: [
    [goan, 9],
    [west, 2],
  ],
  Gujarat: [
    [west, 9],
    [muslim, 1],
  ],
  Haryana: [
    [north, 8],
    [punjab, 2],
  ],
  'Jammu and Kashmir': [
    [kashmir, 7],
    [north, 4],
  ],
  Karnataka: [
    [kannada, 9],
    [muslim, 1],
  ],
  Kerala: [
    [kerala, 9],
    [muslim, 2],
  ],
  Ladakh: [
    [hills, 6],
    [muslim, 4],
  ],
  Lakshadweep: [
    [muslim, 9],
    [kerala, 1],
  ],
  Maharashtra: [
    [west, 9],
    [muslim, 1],
  ],
  Manipur: [[hills, 1]],
  Meghalaya: [[hills, 1]],
  Mizoram: [[hills, 1]],
  Nagaland: [[hills, 1]],
  Odisha: [[odisha, 1]],
  Puducherry: [[tamil, 1]],
  Punjab: [
    [punjab, 8],
    [north, 2],
  ],
  Rajasthan: [
    [rajasthan, 9],
    [muslim, 1],
  ],
  Sikkim: [[hills, 1]],
  'Tamil Nadu': [
    [tamil, 9],
    [muslim, 1],
  ],
  Telangana: [
    [telugu, 8],
    [muslim, 2],
  ],
  Tripura: [[bengal, 1]],
  'Uttar Pradesh': [
    [north, 8],
    [muslim, 2],
  ],
  'West Bengal': [
    [bengal, 8],
    [muslim, 2],
  ],
};

export function namePoolsOf(state: string): readonly (readonly [NamePool, number])[] {
  return poolsByState[state] ?? [[north, 1]];
}

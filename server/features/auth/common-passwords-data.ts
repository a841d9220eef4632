/** Passwords that are among the first to be tried, as they are. Lower case, separated by spaces. */
export const commonWhole = `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 xsw2zaq1
qazwsx qazwsxedc qaz123wsx qweasd qweasdzxc asdqwe asdzxc qweqweqwe asdasdasd zxczxczxc qwerasdf asdfqwer asdf1234
1234qwer 123qweasd 123qweasdzxc qwe123asd qwe123qwe a1b2c3d4 a1b2c3d4e5 abc123abc abcd1234 1234abcd a12345678 a123456789
aa123456 aa12345678 aaa11111 x123456789 qq123456 qq123456789 w123456789 1a2b3c4d 1234asdf pass1word p4ssw0rd pa55word
pa55w0rd passw0rd1 trustno1 ncc1701d iloveyou1 iloveyou2 love4ever 4everlove letmein1 access14 rush2112 nc1701e 8675309a
00000000 0000000000 1111111111 11112222 11223344 1122334455 112233445566 12121212 123123123 12301230 123321123 12344321
1234554321 12345654321 123454321 1234567890 12345678910 123456789a 123456789q 13131313 14141414 147258369 147852369
159357456 159753456 19191919 20002000 20202020 21212121 22446688 23232323 246813579 25802580 31415926 32103210 45454545
55556666 66668888 69696969 74107410 741852963 77778888 789456123 789654123 7894561230 87654321 88889999 963852741
963258741 98765432 987654321 9876543210 99887766 99998888 10203040 1020304050 102030405060 01234567 0123456789 09876543
0987654321 9999900000 9000000000 9876543211 100200300 100100100 420420420 786786786 786110786 78678678 108108108
`;

/**
 * Words that people build passwords on, alone or with figures and signs around them.
 * Lower case, separated by spaces: first what is common everywhere, then what is common in India.
 */
export const commonWords = `
password passwd passwort passport pass passcode passphrase secret letmein welcome login logon admin administrator root
user username guest demo test testing tester temp temporary default change changeme changeit changepassword newpassword
mypassword oldpassword nopassword master super superuser sysadmin system manager server service support helpdesk office
computer internet network website wireless laptop desktop windows microsoft google gmail yahoo hotmail outlook facebook
instagram twitter whatsapp youtube linkedin amazon flipkart paytm phonepe samsung nokia iphone android apple oneplus
xiaomi redmi vivo oppo realme motorola airtel jio vodafone bsnl reliance tata birla infosys wipro
qwerty qwertz qwert qwertyui qwertyuiop azerty asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm
poiuy poiuytrewq lkjhgfdsa mnbvcxz qazxsw abc abcd abcde abcdef abcdefg abcdefgh xyz wxyz aaa
iloveyou loveyou lovely love lover lovers loveme iloveu iloveme forever always darling sweet sweety sweetie sweetheart
honey baby babygirl babyboy princess prince queen king kingdom angel angels heaven heart hearts kiss kisses beautiful
beauty handsome pretty cutie smile smiley happy happiness lucky luckyme blessed blessing peace hope faith trust believe
friend friends friendship bestfriend family mother father mummy daddy mommy papa sister brother daughter husband wife
children mychild myson mylove mylife myself mine only
sunshine moonlight starlight sunflower flower flowers rainbow butterfly rose lotus jasmine tulip orchid lily summer
winter spring autumn monsoon morning evening midnight january february march april may june july august september
october november december monday tuesday wednesday thursday friday saturday sunday today tomorrow
monkey dragon tiger lion panther leopard eagle falcon hawk phoenix cobra wolf dolphin dolphins elephant horse mustang
puppy doggy kitty kitten cat dog fish bird peacock parrot sparrow rabbit panda turtle shark spider
football soccer cricket hockey baseball basketball tennis badminton chess kabaddi player captain champion champions
winner winning victory liverpool arsenal chelsea barcelona realmadrid manchester united juventus ronaldo messi neymar
superman batman spiderman ironman hulk thor avengers starwars pokemon pikachu naruto matrix hunter killer shadow ninja
samurai warrior warriors soldier commando ranger rangers knight legend legends hero heroes devil demon ghost vampire
wizard magic mystery secret1 freedom liberty justice legal lawyer lawyers advocate advocates attorney judge judges
justices court courts highcourt supremecourt district sessions magistrate prosecutor prosecutors prosecution
publicprosecutor assistant deputy director directorate association member members membership constitution evidence
criminal crime police inspector government govt public private official officer office123 bharatiya sanhita adhiniyam
ipc crpc bns bnss bsa
chocolate cookie cookies candy sugar icecream coffee chai tea pepper ginger mango banana apple1 orange cherry
strawberry pineapple grapes watermelon biryani samosa paneer masala dosa idli
purple yellow orange1 green blue black white silver golden gold diamond diamonds crystal pearl ruby platinum
michael michelle jennifer jessica ashley amanda daniel david andrew anthony joseph joshua thomas charlie robert richard
william george john james matthew jordan justin brandon nicole maggie hannah samantha elizabeth natasha alexander
victoria sophia olivia emma harley hunter1 taylor madison jackson peter paul philip simon steven patrick francis
mercedes ferrari porsche bmw audi honda toyota hyundai maruti suzuki mahindra bajaj pulsar yamaha enfield bullet
royalenfield ducati harleydavidson corvette camaro lamborghini
london paris newyork america american canada australia england germany singapore dubai
india indian indians hindustan hindustani bharat bharati bharatmata bharatmatakijai myindia iloveindia incredible
incredibleindia jaihind vandemataram satyamevajayate jaijawan jaikisan tiranga independence republic swaraj azadi
hindi hindu muslim islam christian sikh khalsa buddha jain
delhi newdelhi mumbai bombay kolkata calcutta chennai madras bangalore bengaluru hyderabad secunderabad pune ahmedabad
surat vadodara baroda rajkot jaipur jodhpur udaipur kota ajmer lucknow kanpur agra varanasi banaras allahabad prayagraj
meerut ghaziabad noida gurgaon gurugram faridabad bareilly aligarh gorakhpur ayodhya mathura vrindavan patna gaya ranchi
jamshedpur dhanbad bhopal indore gwalior jabalpur ujjain raipur bilaspur nagpur nashik nasik thane aurangabad solapur
kolhapur goa panaji mysore mysuru mangalore hubli belgaum belagavi kochi cochin calicut kozhikode trivandrum thrissur
kannur coimbatore madurai trichy salem tirupati tirumala vijayawada visakhapatnam vizag guntur nellore kurnool warangal
karimnagar nizamabad khammam bhubaneswar cuttack puri guwahati dispur shillong imphal aizawl kohima agartala itanagar
gangtok siliguri darjeeling howrah durgapur amritsar ludhiana jalandhar patiala chandigarh panchkula mohali shimla
dharamshala dehradun haridwar rishikesh nainital srinagar jammu leh ladakh kashmir punjab haryana rajasthan gujarat
maharashtra karnataka kerala keralam tamilnadu andhra telangana odisha orissa bengal bihar jharkhand assam manipur
meghalaya mizoram nagaland tripura sikkim arunachal himachal uttarakhand uttarpradesh madhyapradesh chhattisgarh
ganga ganges yamuna godavari krishna1 kaveri cauvery narmada himalaya himalayas kailash everest tajmahal redfort
god godisgreat goodluck goodmorning jesus jesuschrist christ savior mary bible church allah allahuakbar bismillah
khuda mashallah inshallah alhamdulillah muhammad mohammed makkah madina ramadan waheguru satnam satsriakal nanak
gurunanak om omnamahshivaya omnamah omsairam omsai omganesh shiva shiv shivshakti shivshankar shivaji shivaay mahadev
mahakal harharmahadev bholenath bhole shankar shambhu rudra nataraj ganesh ganesha ganpati ganapati vinayak ganapathi
gajanan bappa krishna krishnaa radha radhe radhakrishna radheradhe radheshyam radhekrishna harekrishna haribol govind
govinda gopal gopala kanha kanhaiya madhav mohan murali murugan muruga kartikeya ayyappa swamiye saranam venkatesh
venkateswara balaji srinivasa tirupatibalaji perumal narayan narayana narayanan lakshminarayan vishnu hari rama ram
ramji raama seeta sita sitaram siyaram jaishreeram jaishriram jaisriram shreeram shriram sriram raghav raghava hanuman
bajrang bajrangbali anjaneya maruti1 saibaba sairam shirdi shirdisai sai jaisairam satyasai swami swamiji swaminarayan
guru guruji gurudev gurukripa durga durgama maadurga jaimatadi matarani maa amma appa ammaappa maapaa mummypapa
mommydaddy kali kalimata bhavani ambe amba jagdamba parvati lakshmi laxmi mahalaxmi mahalakshmi saraswati gayatri
vaishnodevi meenakshi kamakshi annapurna jagannath jaijagannath vithal vitthal pandurang ramdev akbar ashoka gandhi
mahatma nehru bose subhash ambedkar jaibhim bhagat bhagatsingh azad tilak vivekananda kalam modi rajiv indira
sachin tendulkar sachintendulkar dhoni msdhoni mahi virat kohli viratkohli rohit rohitsharma dravid ganguly sehwag
yuvraj bumrah jadeja rcb csk mumbaiindians chennaisuperkings kkr ipl bollywood shahrukh srk salman salmankhan aamir
amitabh rajinikanth rajini thalaiva thala ajith vijay suriya kamal mahesh maheshbabu prabhas allu alluarjun pawan
pawankalyan ntr chiranjeevi mohanlal mammootty hrithik deepika alia katrina priyanka kareena aishwarya sholay dabangg
bahubali pushpa kgf
raj raja rajan rajani rajesh rajeev rajendra rajkumar rajput rakesh ramesh ramu ranjit ranjith ravi ravindra ritu rohan
roshan rahul raghu ritesh rishi rani rekha reena renu roopa rupa sandeep sanjay sanjeev sanjana santosh satish saurabh
sourav shailesh sharma shashi shekhar shweta shilpa shruti shreya sneha sonia sonu sonali subhash1 sudha sudhir sujata
sumit sunil sunita suresh surendra sushil swati simran sameer samir sagar sarita savita seema siddharth singh sinha
aarav aditya ajay akash akhil akshay aman amar amit amita amol amrita anand ananya anil anita anjali ankit ankita ankur
anuj anup anupama anurag anusha aparna archana arjun arun aruna arvind asha ashish ashok ashwin ashwini atul avinash
abhay abhi abhijit abhinav abhishek bala bhanu bharath bhavna bhaskar brijesh chandan chandra chandrasekhar charan
chetan chitra chintu choti deepa deepak deepthi dev devendra devi dinesh dipak divya dilip gaurav gautam geeta gita
girish gopi gupta guddu gudiya harish harsh harsha hemant hema himanshu imran irfan jagdish janaki jay jaya jayesh
jyoti jyothi kajal kalpana kamlesh karan karthik kartik kavita kavya khan khushi kiran kishor kishore komal krish
kumar kumari kunal lakhan lalit lalita lata laxman lakshman lokesh madhavi madhu madhuri mahendra mahima mamta mamata
manish manisha manju manjunath manoj mayank mayur meena meera megha mehta milind mithun mohit mona monika mukesh
munna nagaraj nagesh nandini naresh narendra naveen navin neelam neeraj neha nidhi nikhil nikita nilesh nirmala
nisha nishant nitin nitesh pallavi pandey pankaj papu pappu parth patel patil pavan pinky pinki pooja puja poonam
prabhat prabhu pradeep prakash pramod pranav prashant prasad prateek pratap praveen pravin preeti preethi priti priya
prem puneet pushpendra puneeth radhika vaibhav vandana varsha varun vasu veena venkat venky vijaya vikas vikram vimal
vinay vineet vinod vipin vipul vishal vivek yadav yash yogesh zaheer mohammad ahmed ahmad ali aslam salim sultan
fatima ayesha zara noor reddy naidu nair menon pillai iyer iyengar rao shetty gowda hegde das dasgupta banerjee
mukherjee chatterjee ghosh sen bose1 roy sarkar chakraborty joshi kulkarni deshmukh deshpande pawar jadhav shinde
chavan thakur chauhan rathore tiwari tripathi mishra dubey shukla chaturvedi verma agarwal bansal mittal jain1 shah
desai trivedi bhatt sandhu sidhu gill dhillon grewal kaur gurpreet harpreet manpreet jaspreet sukhwinder balwinder
bachcha beta beti pagal pagli jaan janu jaanu jaaneman shona babu babua sona chand chanda tara dost yaar yaari pyaar
pyar mohabbat ishq dil dilse mera meri tera teri zindagi jindagi khushboo sapna sapne namaste namaskar swagat
`;

/** Beginnings that do not make one of the words above any harder to guess. */
export const commonPrefixes = 'ilove ilovemy love my the new jai jay shri shree sri om hello hi mera meri';

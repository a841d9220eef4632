/** Banks by the first four letters of their branches' IFSC, a line each. Not complete: banks come and merge. */
const names = new Map(
  `ABHY Abhyudaya Co-operative Bank
AIRP Airtel Payments Bank
ALLA Indian Bank
ANDB Union Bank of India
AUBL AU Small Finance Bank
BARB Bank of Baroda
BARC Barclays Bank
BCBM Bharat Co-operative Bank (Mumbai)
BDBL Bandhan Bank
BKDN Bank of Baroda
BKID Bank of India
BNPA BNP Paribas
BOFA Bank of America
CBIN Central Bank of India
CHAS JPMorgan Chase Bank
CITI Citibank
CIUB City Union Bank
CLBL Capital Small Finance Bank
CNRB Canara Bank
CORP Union Bank of India
COSB Cosmos Co-operative Bank
CSBK CSB Bank
DBSS DBS Bank India
DCBL DCB Bank
DEUT Deutsche Bank
DLXB Dhanlaxmi Bank
DNSB Dombivli Nagari Sahakari Bank
EBIL Emirates NBD
ESFB Equitas Small Finance Bank
ESMF ESAF Small Finance Bank
FDRL Federal Bank
FINO Fino Payments Bank
FSFB AU Small Finance Bank
GBCB Greater Bombay Co-operative Bank
GSCB Gujarat State Co-operative Bank
HDFC HDFC Bank
HSBC HSBC
IBKL IDBI Bank
ICIC ICICI Bank
IDFB IDFC FIRST Bank
IDIB Indian Bank
INDB IndusInd Bank
IOBA Indian Overseas Bank
IPOS India Post Payments Bank
JAKA Jammu & Kashmir Bank
JIOP Jio Payments Bank
JSBP Janata Sahakari Bank, Pune
JSFB Jana Small Finance Bank
KARB Karnataka Bank
KCCB Kalupur Commercial Co-operative Bank
KJSB Kalyan Janata Sahakari Bank
KKBK Kotak Mahindra Bank
KLGB Kerala Gramin Bank
KSCB Karnataka State Co-operative Apex Bank
KVBL Karur Vysya Bank
LAVB DBS Bank India
MAHB Bank of Maharashtra
MCBL Mahanagar Co-operative Bank
MSCI Maharashtra State Co-operative Bank
NESF North East Small Finance Bank
NKGS NKGSB Co-operative Bank
NTBL Nainital Bank
ORBC Punjab National Bank
PSIB Punjab & Sind Bank
PUNB Punjab National Bank
PYTM Paytm Payments Bank
RATN RBL Bank
RBIS Reserve Bank of India
RNSB Rajkot Nagarik Sahakari Bank
SBBJ State Bank of India
SBHY State Bank of India
SBIN State Bank of India
SBMY State Bank of India
SBTR State Bank of India
SCBL Standard Chartered Bank
SIBL South Indian Bank
SRCB Saraswat Co-operative Bank
STBP State Bank of India
SURY Suryoday Small Finance Bank
SVCB SVC Co-operative Bank
SYNB Canara Bank
TJSB TJSB Sahakari Bank
TMBL Tamilnad Mercantile Bank
TNSC Tamil Nadu State Apex Co-operative Bank
UBIN Union Bank of India
UCBA UCO Bank
UJVN Ujjivan Small Finance Bank
UTBI Punjab National Bank
UTIB Axis Bank
UTKS Utkarsh Small Finance Bank
VIJB Bank of Baroda
YESB Yes Bank`
    .split('\n')
    .map((line) => [line.slice(0, 4), line.slice(5)] as const),
);

/** The bank of an IFSC, or of its beginning; undefined for one that this list does not have. */
export const bankOf = (ifsc: string): string | undefined => names.get(ifsc.slice(0, 4).toUpperCase());

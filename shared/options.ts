/**
 * The fixed choices of the forms, in the order of display.
 * A value is stored and sent exactly as it is written here.
 */

/** The last entry of a list that opens a free-text field beside it. */
export const othersOption = 'Others';

export const genders = ['Male', 'Female', othersOption] as const;
export type Gender = (typeof genders)[number];

/** The position that needs an association office as well. */
export const associationOfficePosition = 'Association Office';

export const organizationPositions = [
  'Director of prosecutor',
  'Add Director of Prosecutor',
  'Joint Director of Prosecutor',
  'Dist Head',
  associationOfficePosition,
  othersOption,
] as const;
export type OrganizationPosition = (typeof organizationPositions)[number];

/** Other spellings of a position, and the stored one. */
export const organizationAliases: Readonly<Record<string, OrganizationPosition>> = {
  'Add Director pf Prosecutor': 'Add Director of Prosecutor',
};

export const associationOffices = [
  'President',
  'Vice President',
  'General Secretary',
  'Joint Secretary',
  'Treasurer',
  'Women Representative',
  'Executive Member',
  othersOption,
] as const;
/** As a filter of the directory: anybody with an office of the association. */
export const anyAssociationOffice = 'any';

export const interests = ['Participant', 'Webinars', 'Association Work', othersOption] as const;

export const contributions = ['Lectures', 'Legal Opinions', othersOption] as const;

export const internationalChoices = ['Yes', 'No'] as const;

export const meetingTypes = ['Online', 'Offline'] as const;
const meetingTypeLabels: Record<string, string> = { Offline: 'In person' } satisfies Partial<
  Record<(typeof meetingTypes)[number], string>
>;
/** As people read a meeting's type. */
export const meetingTypeLabel = (type: string): string => meetingTypeLabels[type] ?? type;

export const registrationStatuses = ['New', 'Approved', 'Rejected'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** A record without either value has no claimed payment. */
export const paymentStatuses = ['PAYMENT_INITIATED', 'PAYMENT_SUCCESS'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Central statutes that prosecutors handle: the three codes of 2023 first, then the acts met most often
 * in the special courts, then the rest by subject. State acts are left to the free-text field.
 */
export const specialisations = [
  'Bharatiya Nyaya Sanhita (BNS), 2023',
  'Bharatiya Nagarik Suraksha Sanhita (BNSS), 2023',
  'Bharatiya Sakshya Adhiniyam (BSA), 2023',
  'NDPS Act, 1985',
  'Arms Act, 1959',
  'SC/ST (Prevention of Atrocities) Act, 1989',
  'Prevention of Corruption Act, 1988',
  'POCSO Act, 2012',
  'Information Technology Act, 2000',
  'UAPA, 1967',
  'PMLA, 2002',
  // Women, children and persons in need of protection
  'Protection of Women from Domestic Violence Act, 2005',
  'Dowry Prohibition Act, 1961',
  'Juvenile Justice Act, 2015',
  'Immoral Traffic (Prevention) Act, 1956',
  'Prohibition of Child Marriage Act, 2006',
  'Child and Adolescent Labour Act, 1986',
  'Sexual Harassment of Women at Workplace (POSH) Act, 2013',
  'PC-PNDT Act, 1994',
  'Medical Termination of Pregnancy Act, 1971',
  'Muslim Women (Protection of Rights on Marriage) Act, 2019',
  'Senior Citizens Act, 2007',
  'Protection of Civil Rights Act, 1955',
  'Bonded Labour System (Abolition) Act, 1976',
  'Manual Scavengers Act, 2013',
  'Transplantation of Human Organs and Tissues Act, 1994',
  // Security of the State, travel and public order
  'NIA Act, 2008',
  'Explosives Act, 1884',
  'Explosive Substances Act, 1908',
  'Official Secrets Act, 1923',
  'Immigration and Foreigners Act, 2025',
  'Passports Act, 1967',
  'Emigration Act, 1983',
  'Prevention of Damage to Public Property Act, 1984',
  'Representation of the People Act, 1951',
  'Public Examinations (Prevention of Unfair Means) Act, 2024',
  // Money, trade and companies
  'Negotiable Instruments Act, 1881',
  'Companies Act, 2013',
  'SEBI Act, 1992',
  'Customs Act, 1962',
  'Central GST Act, 2017',
  'Income-tax Acts, 1961 and 2025',
  'Black Money Act, 2015',
  'Prohibition of Benami Property Transactions Act, 1988',
  'Fugitive Economic Offenders Act, 2018',
  'Banning of Unregulated Deposit Schemes Act, 2019',
  'Prize Chits and Money Circulation Schemes (Banning) Act, 1978',
  'Copyright Act, 1957',
  'Trade Marks Act, 1999',
  'Online Gaming Act, 2025',
  // Food, medicine and supply
  'Essential Commodities Act, 1955',
  'Food Safety and Standards Act, 2006',
  'Drugs and Cosmetics Act, 1940',
  'Drugs and Magic Remedies Act, 1954',
  'COTPA (Tobacco), 2003',
  'Legal Metrology Act, 2009',
  // Wild life, environment and natural resources
  'Wild Life (Protection) Act, 1972',
  'Environment (Protection) Act, 1986',
  'Indian Forest Act, 1927',
  'Prevention of Cruelty to Animals Act, 1960',
  'Mines and Minerals Act, 1957',
  // Transport and power
  'Motor Vehicles Act, 1988',
  'Railways Act, 1989',
  'Railway Property (Unlawful Possession) Act, 1966',
  'Electricity Act, 2003',
] as const;

/** The state of a mail: `failed` after many tries, `dropped` if it was no longer needed when it was due. */
export const mailStates = ['waiting', 'sent', 'failed', 'dropped'] as const;

/** The purpose of a payment; `excess` is an overpaid amount to be refunded. */
export const paymentPurposes = ['admission', 'annual', 'upgrade', 'excess'] as const;
export const purposeLabels: Record<(typeof paymentPurposes)[number], string> = {
  admission: 'Admission',
  annual: 'Annual subscription',
  upgrade: 'Upgrade',
  excess: 'Excess',
};
export type PaymentPurpose = (typeof paymentPurposes)[number];

/** How a payment was made, as the office may note it. */
export const paymentModes = ['upi', 'imps', 'neft', 'rtgs', 'cheque', 'cash', 'other'] as const;
/** The same, and what the gateway or a list of deductions alone can tell. */
export const allPaymentModes = [...paymentModes, 'online', 'salary'] as const;
export type PaymentMode = (typeof allPaymentModes)[number];
/** The names on receipts and in lists. */
export const paymentModeLabels: Record<PaymentMode, string> = {
  upi: 'UPI',
  imps: 'IMPS',
  neft: 'NEFT',
  rtgs: 'RTGS',
  cheque: 'Cheque',
  cash: 'Cash',
  other: 'Other',
  online: 'Online',
  salary: 'Salary',
};

export const paymentStates = ['due', 'claimed', 'received', 'refused', 'waived', 'refunded', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

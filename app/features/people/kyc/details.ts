export const KYC_DETAILS = {
  middlename: 'Middle name',
  dateOfBirth: 'Date of birth',
  nationality: 'Nationality',
  city: 'City',
  idType: 'Kind of identity document',
  idNumber: 'Number of the document',
  idExpiry: 'Document valid until',
  employmentStatus: 'Employment',
  occupation: 'Occupation',
  annualIncome: 'Annual income',
  sourceOfFunds: 'Source of funds',
  investmentExperience: 'Investment experience',
} as const;

export type KycDetails = Partial<Record<keyof typeof KYC_DETAILS, string>>;

/** The claims of section 2.9, in the order of its table, and their meanings. */
export const claimSet = {
  CredentialIssuingDate: 'the date on which the credential was issued',
  EnrolmentDate: 'the date of enrolment',
  EnrolmentNumber: 'the number of the enrolment',
  IsNRI: 'whether the resident lives abroad',
  IsResidentForeigner: 'whether the holder is a foreigner',
  IdType: 'the type of the identity number',
  IdExpiresOn: 'the date on which the identity number expires',
  MaskedUID: 'the identity number, masked',
  ResidentName: 'the name of the holder',
  LocalResidentName: 'the name in the local language',
  Dob: 'the date of birth',
  Email: 'the e-mail address',
  MaskedEmail: 'the e-mail address, masked',
  Mobile: 'the mobile number',
  MaskedMobile: 'the mobile number, masked',
  Gender: 'the gender',
  ResidentImage: 'the photo of the holder',
  AgeAbove18: 'whether the holder is older than 18',
  AgeAbove50: 'whether the holder is older than 50',
  AgeAbove60: 'whether the holder is older than 60',
  AgeAbove75: 'whether the holder is older than 75',
  CareOf: 'the guardian or the head of the family',
  LocalCareOf: 'the guardian in the local language',
  Building: 'the building',
  LocalBuilding: 'the building in the local language',
  Locality: 'the locality',
  LocalLocality: 'the locality in the local language',
  Street: 'the street',
  LocalStreet: 'the street in the local language',
  Landmark: 'a landmark',
  LocalLandmark: 'a landmark in the local language',
  Vtc: 'the village, town or city',
  LocalVtc: 'the village, town or city in the local language',
  SubDistrict: 'the sub-district',
  LocalSubDistrict: 'the sub-district in the local language',
  District: 'the district',
  LocalDistrict: 'the district in the local language',
  State: 'the state',
  LocalState: 'the state in the local language',
  PoName: 'the name of the post office',
  LocalPoName: 'the post office in the local language',
  Pincode: 'the pin code',
  Address: 'the full address',
  RegionalAddress: 'the full address in the local language',
} as const

export type ClaimName = keyof typeof claimSet

export const claimNames = Object.keys(claimSet) as readonly ClaimName[] // its keys

const known: ReadonlySet<unknown> = new Set(claimNames)

export const isClaimName = (name: unknown): name is ClaimName => known.has(name)

/** Whether a claim of the set is true or false. */
export const isFlag = (name: string): boolean => /^(?:Is[A-Z]|AgeAbove\d)/.test(name)
